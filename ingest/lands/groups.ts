import { ancestorOf, baseCells, descendantsOf, resolutionOf } from '../../geo/hierarchy.js';
import { LAND_RESOLUTION, landAt, landDisk } from '../../geo/land.js';
import type { Point } from '../../geo/point.js';
import type { LandRow } from './row.js';
import type { Situation, Situations } from './situations.js';

/** Lands below one cell of {@link GROUP_RESOLUTION}, at most 49: what they share is found once. */
export interface LandGroup {
  cell: string;
  lands: LandRow[];
}

/** Cells of 36 km², which hold 49 lands. */
export const GROUP_RESOLUTION = 6;

/** The lands of some countries, each once, in ascending order. */
export function* landsOfCountries(
  situations: Situations,
  countryIds: ReadonlySet<string>,
): Generator<LandGroup, void, undefined> {
  for (const cell of baseCells().sort()) yield* landsBelow(cell, situations, countryIds);
}

/** Those of one cell and below it. */
export function* landsBelow(
  cell: string,
  situations: Situations,
  countryIds: ReadonlySet<string>,
): Generator<LandGroup, void, undefined> {
  if (!mayHold(situations.of(cell), countryIds)) return;
  const resolution = resolutionOf(cell);
  if (resolution < GROUP_RESOLUTION) {
    for (const child of descendantsOf(cell, resolution + 1)) {
      yield* landsBelow(child, situations, countryIds);
    }
    return;
  }
  const group = groupOf(cell, descendantsOf(cell, LAND_RESOLUTION), situations);
  const lands = group.lands.filter(({ countryId }) => countryIds.has(countryId));
  if (lands.length > 0) yield { cell, lands };
}

/** The cells of a resolution below which some countries may have lands, in ascending order. */
export function* cellsHolding(
  resolution: number,
  situations: Situations,
  countryIds: ReadonlySet<string>,
): Generator<string, void, undefined> {
  for (const cell of baseCells().sort()) yield* holdingBelow(cell, resolution, situations, countryIds); // prettier-ignore
}

function* holdingBelow(
  cell: string,
  resolution: number,
  situations: Situations,
  countryIds: ReadonlySet<string>,
): Generator<string, void, undefined> {
  if (!mayHold(situations.of(cell), countryIds)) return;
  const own = resolutionOf(cell);
  if (own === resolution) {
    yield cell;
    return;
  }
  for (const child of descendantsOf(cell, own + 1)) {
    yield* holdingBelow(child, resolution, situations, countryIds);
  }
}

/** Tells whether one of the countries may have lands there. */
function mayHold({ holding, crossing }: Situation, countryIds: ReadonlySet<string>): boolean {
  const candidates = crossing.length === 0 ? holding.slice(0, 1) : [...holding, ...crossing];
  return candidates.some(({ id }) => countryIds.has(id));
}

/** The cells at most so many steps around some points, each once, in ascending order. */
export function cellsAround(points: Iterable<Point>, steps: number): string[] {
  const cells = new Set<string>();
  for (const point of points) for (const cell of landDisk(landAt(point), steps)) cells.add(cell);
  return [...cells].sort();
}

/** Those of some cells that are lands. @param cells in ascending order */
export function* landsAmong(
  situations: Situations,
  cells: readonly string[],
): Generator<LandGroup, void, undefined> {
  for (let start = 0, end = 0; start < cells.length; start = end) {
    const group = ancestorOf(cells[start] ?? '', GROUP_RESOLUTION);
    while (end < cells.length && ancestorOf(cells[end] ?? '', GROUP_RESOLUTION) === group) end += 1;
    const { lands } = groupOf(group, cells.slice(start, end), situations);
    if (lands.length > 0) yield { cell: group, lands };
  }
}

/** Those of the cells below a group's cell that are lands, each with its country. */
function groupOf(cell: string, cells: readonly string[], situations: Situations): LandGroup {
  const { holding, crossing } = situations.of(cell);
  const shared = crossing.length === 0;
  const lands: LandRow[] = [];
  for (const id of cells) {
    const owner = shared ? holding[0] : situations.ownerOf(id);
    if (owner !== undefined) lands.push({ id, countryId: owner.id });
  }
  return { cell, lands };
}
