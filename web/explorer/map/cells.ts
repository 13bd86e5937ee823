import type { Position } from 'geojson';
import type { Point } from '../address.js';

const RESOLUTION = 8;

/** Loaded for the first point, because it is larger than the rest of the page. */
let h3: typeof import('h3-js') | undefined;

/** Loads h3-js. Returns true after the first load. */
export async function loadCells(): Promise<boolean> {
  if (h3 !== undefined) return false;
  h3 = await import('h3-js');
  return true;
}

export function areCellsLoaded(): boolean {
  return h3 !== undefined;
}

/** Returns the id of the land at a point, which need not be in the data. Empty until cells are loaded. */
export function landIdAt({ latitude, longitude }: Point): string {
  return h3?.latLngToCell(latitude, longitude, RESOLUTION) ?? '';
}

/** Returns true if an id is that of a cell. Cells must be loaded. */
export function isLandId(id: string): boolean {
  return h3?.isValidCell(id) === true;
}

/** Returns the centre of a land. Cells must be loaded. */
export function middleOf(landId: string): Point {
  const [latitude = 0, longitude = 0] = h3?.cellToLatLng(landId) ?? [];
  return { latitude, longitude };
}

/** Returns the corners of a land. None until cells are loaded. */
export function cornersOf(landId: string): Position[] {
  return h3?.cellToBoundary(landId, true) ?? [];
}
