import coarse from 'world-atlas/countries-110m.json?url';
import middle from 'world-atlas/countries-50m.json?url';
import fine from 'world-atlas/countries-10m.json?url';
import { type Atlas, type World, worldOf } from './world.js';

/** The zoom from which on each is drawn; the coarse one is there at once. */
const ATLASES: readonly (readonly [fromZoom: number, address: string])[] = [
  [0, coarse],
  [2.5, middle],
  [5.5, fine],
];

/** Loads the borders as finely as they can be seen. */
export class Atlases {
  readonly #onLoad: (world: World) => void;
  #shown = -1;

  /** @param onLoad is called with ever finer ones */
  constructor(onLoad: (world: World) => void) {
    this.#onLoad = onLoad;
  }

  /** @throws Error when the file cannot be had, after which it can be called again */
  async load(zoom: number): Promise<void> {
    const wanted = ATLASES.findLastIndex(([fromZoom]) => zoom >= fromZoom);
    const before = this.#shown;
    const address = ATLASES[wanted]?.[1];
    if (wanted <= before || address === undefined) return;
    this.#shown = wanted;
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`The borders could not be loaded: ${response.status}`);
      const atlas = (await response.json()) as Atlas;
      // Meanwhile a finer one may have come.
      if (this.#shown === wanted) this.#onLoad(worldOf(atlas));
    } catch (error) {
      if (this.#shown === wanted) this.#shown = before;
      throw error;
    }
  }
}
