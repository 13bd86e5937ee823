import { boxesAround } from '../../core/geo/box.js';
import {
  baseCells,
  countDescendants,
  descendantsOf,
  GROUP_RESOLUTION,
  LAND_RESOLUTION,
  landCentre,
  landsRadiusRadians,
  resolutionOf,
} from '../../core/geo/land.js';
import type { Point } from '../../core/geo/point.js';
import type { LandGroupDocument } from '../../indices/lands.js';
import { type KnownPoint, mayReach, OFFSHORE_RADIANS, type Territory } from './territories.js';

/** A cell of resolution 4, and the countries of the lands below it. */
export type OwnedCell = Pick<LandGroupDocument, 'id' | 'country_ids' | 'owners'>;

/** The countries of the lands below a cell. Countries in neither list have no lands there. */
interface Surroundings {
  /** Countries that hold all of the lands wholly, the smallest first. */
  readonly holding: readonly Territory[];
  /** Countries whose borders may run through the lands. */
  readonly crossing: readonly Crossing[];
}

interface Crossing {
  readonly territory: Territory;
  /** Centre of the cell, once the border was looked at. */
  readonly centre?: KnownPoint;
}

/**
 * At coarser resolutions only the extents of countries are compared. So no border is computed
 * that lies more than about 150 km from all requested cells.
 */
const FIRST_EXACT_RESOLUTION = 3;

/**
 * Finds the country of each land: the smallest one that holds its centre, else the nearest one within
 * 1.5 km of it, else none. Descends from the globe, so that a cell is compared only with the few
 * countries that matter in its parent.
 * @param countryIds lands of all other countries count as none
 * @param cells of one resolution, at most 4. Default: the globe
 */
export function* ownedCells(
  territories: readonly Territory[],
  countryIds: ReadonlySet<string>,
  cells: readonly string[] = baseCells().sort(),
): Generator<OwnedCell, void, undefined> {
  const world = { holding: [], crossing: territories.map((territory) => ({ territory })) };
  for (const cell of cells) yield* below(cell, resolutionOf(cell), world, countryIds);
}

function* below(
  cell: string,
  resolution: number,
  parent: Surroundings,
  countryIds: ReadonlySet<string>,
): Generator<OwnedCell, void, undefined> {
  const surroundings = refine(parent, cell, resolution);
  if (!mayBelongTo(surroundings, countryIds)) return;
  if (resolution < GROUP_RESOLUTION) {
    const finer = resolution + 1;
    for (const child of descendantsOf(cell, finer)) {
      yield* below(child, finer, surroundings, countryIds);
    }
    return;
  }
  const found: string[] = [];
  const owners: number[] = [];
  const add = (owner: Territory | undefined, lands: number): void => {
    if (owner !== undefined && countryIds.has(owner.id) && !found.includes(owner.id))
      found.push(owner.id);
    const position = owner === undefined ? -1 : found.indexOf(owner.id);
    if (owners.at(-2) === position) owners.push((owners.pop() ?? 0) + lands);
    else owners.push(position, lands);
  };
  addLands(cell, resolution, surroundings, add);
  if (found.length > 0) yield { id: cell, country_ids: found, owners };
}

/** Returns false only if none of the countries has lands there. */
function mayBelongTo(
  { holding, crossing }: Surroundings,
  countryIds: ReadonlySet<string>,
): boolean {
  const near = [...holding, ...crossing.map(({ territory }) => territory)];
  return near.some(({ id }) => countryIds.has(id));
}

function addLands(
  cell: string,
  resolution: number,
  surroundings: Surroundings,
  add: (owner: Territory | undefined, lands: number) => void,
): void {
  if (surroundings.crossing.length === 0) {
    add(surroundings.holding[0], countDescendants(cell, LAND_RESOLUTION));
    return;
  }
  const finer = resolution + 1;
  for (const child of descendantsOf(cell, finer)) {
    if (finer === LAND_RESOLUTION) add(ownerOf(child, surroundings), 1);
    else addLands(child, finer, refine(surroundings, child, finer), add);
  }
}

function refine(parent: Surroundings, cell: string, resolution: number): Surroundings {
  if (parent.crossing.length === 0) return parent;
  const point = landCentre(cell);
  const radiusRadians = landsRadiusRadians(resolution) + OFFSHORE_RADIANS;
  const boxes = boxesAround({ centre: point, radiusRadians });
  const holding = [...parent.holding];
  const crossing: Crossing[] = [];
  for (const { territory, centre: above } of parent.crossing) {
    if (resolution <= FIRST_EXACT_RESOLUTION && !mayReach(territory, boxes)) continue;
    if (resolution < FIRST_EXACT_RESOLUTION) {
      crossing.push({ territory });
      continue;
    }
    const edges = territory.edges();
    const isHeld = edges.holds(point, above);
    // If no edge is within 1.5 km of any land, they are all inside or all outside.
    if (edges.mayCross(boxes)) crossing.push({ territory, centre: { point, isHeld } });
    else if (isHeld) holding.push(territory);
  }
  return { holding: holding.sort(bySize), crossing };
}

/** @param above the surroundings of the cell above the land */
function ownerOf(land: string, above: Surroundings): Territory | undefined {
  const point = landCentre(land);
  const holders = above.crossing.filter(({ territory, centre }) =>
    territory.edges().holds(point, centre),
  );
  const all = [...above.holding, ...holders.map(({ territory }) => territory)];
  return all.length > 0 ? all.sort(bySize)[0] : nearest(above.crossing, point);
}

function nearest(crossing: readonly Crossing[], point: Point): Territory | undefined {
  let best: Territory | undefined;
  let least = Infinity;
  for (const territory of crossing.map((each) => each.territory).sort(bySize)) {
    const distance = territory.edges().distanceOffshore(point);
    if (distance >= least) continue;
    least = distance;
    best = territory;
  }
  return best;
}

function bySize(one: Territory, other: Territory): number {
  return one.edges().area - other.edges().area || (one.id < other.id ? -1 : 1);
}
