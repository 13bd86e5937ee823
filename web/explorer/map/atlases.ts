import coarse from 'world-atlas/countries-110m.json?url';
import middle from 'world-atlas/countries-50m.json?url';
import fine from 'world-atlas/countries-10m.json?url';
import { boxHolds, type Box } from './geometry.js';
import { regionAround, worldAround, type Atlas, type World, worldOf } from './world.js';

/** The atlases that are drawn whole, and from which zoom. */
const WHOLE: readonly (readonly [fromZoom: number, address: string])[] = [
  [0, coarse],
  [2.5, middle],
];
/** From this zoom on, the finest atlas is drawn around the view. The whole would take seconds. */
const FINE_FROM_ZOOM = 5.5;

export interface View {
  readonly zoom: number;
  readonly box: Box;
}

/** The finest borders in a region, or a whole atlas by its position in `WHOLE`. */
type Shown = { readonly region: Box } | { readonly whole: number };

/** Loads the borders in the detail that the view needs. */
export class Atlases {
  readonly #onLoad: (world: World) => void;
  readonly #atlases = new Map<string, Promise<Atlas>>();
  #shown: Shown = { whole: -1 };

  /** @param onLoad is called with the borders of another view */
  constructor(onLoad: (world: World) => void) {
    this.#onLoad = onLoad;
  }

  /** @throws Error if a file could not be loaded. The caller may try again. */
  async load(view: View): Promise<void> {
    const before = this.#shown;
    if (coversView(before, view)) return;
    const wanted = wantedFor(view);
    this.#shown = wanted;
    try {
      const world = await this.#worldOf(wanted);
      // Another view may have been loaded meanwhile.
      if (this.#shown === wanted) this.#onLoad(world);
    } catch (error) {
      if (this.#shown === wanted) this.#shown = before;
      throw error;
    }
  }

  async #worldOf(wanted: Shown): Promise<World> {
    if ('whole' in wanted) return worldOf(await this.#read(WHOLE[wanted.whole]?.[1] ?? coarse));
    const [near, far] = await Promise.all([this.#read(fine), this.#read(coarse)]);
    return worldAround(wanted.region, near, far);
  }

  #read(address: string): Promise<Atlas> {
    const cached = this.#atlases.get(address);
    if (cached !== undefined) return cached;
    const reading = read(address);
    this.#atlases.set(address, reading);
    reading.catch(() => this.#atlases.delete(address));
    return reading;
  }
}

async function read(address: string): Promise<Atlas> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The borders could not be loaded: ${response.status}`);
  return (await response.json()) as Atlas;
}

function wantedFor({ zoom, box }: View): Shown {
  if (zoom >= FINE_FROM_ZOOM) return { region: regionAround(box) };
  return { whole: wholeAt(zoom) };
}

function coversView(shown: Shown, { zoom, box }: View): boolean {
  if ('region' in shown) return zoom >= FINE_FROM_ZOOM && boxHolds(shown.region, box);
  return zoom < FINE_FROM_ZOOM && shown.whole >= wholeAt(zoom);
}

function wholeAt(zoom: number): number {
  return WHOLE.findLastIndex(([fromZoom]) => zoom >= fromZoom);
}
