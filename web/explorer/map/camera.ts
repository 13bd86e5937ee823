import type { Map as ShownMap } from 'maplibre-gl';
import { labels } from 'virtual:atlas';
import { type Box, boxAround } from '../../shared/rings.js';
import type { Camera, Point } from '../address.js';
import type { Explorer } from '../model/explorer.js';
import type { Bounds } from '../search/hits.js';
import { positionOf, ringAround } from './geometry.js';
import { fittingZoom } from './globe.js';

const LONGEST_FLIGHT_MS = 2_500;
/** Smaller countries are found by their largest city. */
const SMALLEST_SQUARE_KM = 1_500;
/** Smaller differences of zooms and degrees are not movements of the visitor. */
const STILL = 0.001;
/** The mean distance between the centres of adjacent lands. */
const LAND_WIDTH_METERS = 920;
const LANDS_ZOOM = 11;

/** Moves the map. */
export class MapCamera {
  readonly #map: ShownMap;
  readonly #explorer: Explorer;

  constructor(map: ShownMap, explorer: Explorer) {
    this.#map = map;
    this.#explorer = explorer;
    this.jump(explorer.address.camera);
  }

  /** Moves at once. */
  jump(camera: Camera): void {
    this.#map.jumpTo(this.#viewOf(camera));
  }

  /** Flies, or moves at once if the visitor prefers reduced motion. */
  fly(camera: Camera): void {
    this.#map.flyTo({ ...this.#viewOf(camera), maxDuration: LONGEST_FLIGHT_MS });
  }

  /** Flies to a country. Returns false if the map does not have it. */
  flyToCountry(id: string): boolean {
    const drawn = labels.find((label) => label.id === id);
    if (drawn === undefined || drawn.squareKm < SMALLEST_SQUARE_KM) return false;
    const [west, south, east, north] = drawn.box;
    this.flyToBounds({ west, south, east, north });
    return true;
  }

  /** Flies to where bounds fill the view. */
  flyToBounds({ west, south, east, north }: Bounds): void {
    const beyond = west > east ? 360 : 0;
    // The flat map ends before the poles.
    this.#flyToBox([west, Math.max(south, -80), east + beyond, Math.min(north, 80)]);
  }

  /** Flies to where the rings of lands around a point fill the view. */
  flyToLands(point: Point, rings: number): void {
    // A box around a pole would hold all longitudes.
    if (Math.abs(point.latitude) > 85) this.fly({ centre: point, zoom: LANDS_ZOOM });
    else this.#flyToBox(boxAround(ringAround(point, (rings + 1) * LAND_WIDTH_METERS)));
  }

  /** Fits the world into the frame, until the visitor moves the map. */
  fit(): void {
    const { camera, country, rings } = this.#explorer.address;
    if (camera.zoom === undefined && country === undefined && rings === 0) this.jump(camera);
  }

  /** True until the visitor moves the map away from the start. */
  get isFitted(): boolean {
    const { camera, projection } = this.#explorer.address;
    if (camera.zoom !== undefined) return false;
    if (this.#map.getContainer().clientWidth === 0) return true;
    const { center, zoom } = this.#viewOf(camera);
    const [longitude, latitude] = center;
    const { lng, lat } = this.#map.getCenter();
    // The flat map moves north or south by itself, so that its edge stays out of view.
    const north = projection === 'flat' ? 0 : lat - latitude;
    const moved = [this.#map.getZoom() - zoom, lng - longitude, north];
    return moved.every((difference) => Math.abs(difference) < STILL);
  }

  #flyToBox(box: Box): void {
    // The frame may have been hidden until now.
    this.#map.resize();
    const options = { padding: 32, maxZoom: 13, maxDuration: LONGEST_FLIGHT_MS };
    this.#map.fitBounds([...box], options);
  }

  #viewOf({ centre, zoom }: Camera): { center: [number, number]; zoom: number } {
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer();
    const { projection } = this.#explorer.address;
    const fitting = fittingZoom({ width, height }, centre.latitude, projection);
    return { center: positionOf(centre), zoom: zoom ?? fitting };
  }
}
