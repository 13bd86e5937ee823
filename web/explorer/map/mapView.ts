import type { Explorer } from '../model/explorer.js';
import type { Camera, Point } from '../state/state.js';
import { Atlases } from './atlases.js';
import { boxAround, type Box } from './box.js';
import { largestPart, cityFeatures, nameFeatures } from './features.js';
import { overlaysOf } from './overlays.js';
import type { Theme } from './palette.js';
import { OVERLAYS } from './layers.js';
import type { World } from './world.js';
import { WorldMap } from './worldMap.js';

interface Options {
  readonly theme: Theme;
  readonly style: string | null;
  readonly onChoose: (point: Point) => void;
  readonly onMove: (camera: Camera) => void;
  /** Called with undefined when the failure is over. */
  readonly onFailure: (message: string | undefined) => void;
}

/** Draws the state of the page on the map. */
export class MapView {
  readonly #map: WorldMap;
  readonly #explorer: Explorer;
  readonly #options: Options;
  readonly #atlases: Atlases;
  #world: World | undefined;
  #drawn: readonly unknown[] = [];
  #named: readonly unknown[] = [];

  /** @throws Error if the browser cannot draw maps */
  constructor(container: HTMLElement, explorer: Explorer, options: Options) {
    this.#explorer = explorer;
    this.#options = options;
    const { camera, projection } = explorer.address;
    this.#atlases = new Atlases((world) => {
      this.#showWorld(world);
    });
    this.#map = new WorldMap(container, {
      ...options,
      camera,
      projection,
      onMove: (moved) => {
        this.#loadBorders();
        options.onMove(moved);
      },
    });
    this.#loadBorders();
    this.update(options.theme);
  }

  /** Draws what has changed. */
  update(theme: Theme): void {
    this.#map.theme = theme;
    this.#map.projection = this.#explorer.address.projection;
    this.#showOverlays();
    this.#showNames();
  }

  jump(camera: Camera): void {
    this.#map.jump(camera);
  }

  fly({ centre, zoom }: Camera): void {
    this.#map.fly(centre, zoom);
  }

  /** Flies to a country. Returns false if the map does not have it. */
  flyToCountry(id: string): boolean {
    const shape = this.#world?.countries.find(({ properties }) => properties.id === id);
    if (shape === undefined) return false;
    const box: Box = boxAround(largestPart(shape));
    this.#map.flyTo(box);
    return true;
  }

  /** Loads the borders of the view, unless they are drawn already. */
  #loadBorders(): void {
    // An operator's own style draws borders. Here they only locate countries.
    if (this.#options.style !== null)
      void this.#atlases.load({ zoom: 0, box: this.#map.bounds }).catch(() => undefined);
    else void this.#loadShownBorders();
  }

  async #loadShownBorders(): Promise<void> {
    this.#map.isWaiting = true;
    try {
      const { bounds: box, camera } = this.#map;
      await this.#atlases.load({ zoom: camera.zoom, box });
      this.#options.onFailure(undefined);
    } catch {
      this.#options.onFailure(
        'The borders could not be loaded. Move the map to try again. Lookups still work.',
      );
    }
    this.#map.isWaiting = false;
  }

  #showWorld(world: World): void {
    this.#world = world;
    this.#map.show('countries', [...world.countries]);
    this.#map.show('borders', [world.borders]);
    this.#showNames();
  }

  #showNames(): void {
    const { names: countries, located, cities } = this.#explorer;
    const inputs = [countries.data, located.data, cities.data, this.#world];
    if (this.#options.style !== null || isSame(inputs, this.#named)) return;
    this.#named = inputs;
    this.#map.show('names', nameFeatures(this.#world?.countries ?? [], countries.data ?? []));
    this.#map.show('cities', cityFeatures(located.data?.city, cities.data ?? []));
  }

  #showOverlays(): void {
    const { address, located, lands, places, markers, names } = this.#explorer;
    const { point, colouring, showsMarkers, radiusMeters } = address;
    const answers = [located, lands, places, markers, names].map(({ data }) => data);
    const inputs = [point, colouring, showsMarkers, radiusMeters, ...answers];
    if (isSame(inputs, this.#drawn)) return;
    this.#drawn = inputs;
    const overlays = overlaysOf(this.#explorer);
    for (const name of OVERLAYS) this.#map.show(name, overlays[name]);
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
