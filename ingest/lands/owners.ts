import { boxesAround } from '../../core/geo/circle.js';
import type { Box } from '../../core/geo/box.js';
import {
  baseCells,
  countDescendants,
  descendantsOf,
  landsRadiusRadians,
  outlineOf,
} from '../../core/geo/hierarchy.js';
import { GROUP_RESOLUTION, LAND_RESOLUTION, landCentre } from '../../core/geo/land.js';
import type { Point } from '../../core/geo/point.js';
import { type PlanePoint, TangentPlane } from '../borders/geometry/tangentPlane.js';
import type { Territory } from './territory.js';

/** A cell of resolution 4, and whose the lands below it are. */
export interface OwnedCell {
  readonly cell: string;
  /** By turns a country, or undefined for no land, and how many lands in turn are so, in ascending order. */
  readonly runs: readonly OwnedRun[];
}

export interface OwnedRun {
  readonly countryId: string | undefined;
  readonly lands: number;
}

/** The lands below a cell and their countries; countries in neither list have none of them. */
interface Situation {
  readonly centre: Point;
  /** These hold all of them wholly; the smallest first. */
  readonly holding: readonly Territory[];
  /** The borders of these may run through them. */
  readonly crossing: readonly Crossing[];
}

interface Crossing {
  readonly territory: Territory;
  /** Undefined: it is not known. */
  readonly holdsCentre: boolean | undefined;
}

/**
 * Above this resolution only the extents of countries are looked at, so that no border is made
 * that lies more than about 150 km from all cells asked.
 */
const FIRST_EXACT_RESOLUTION = 3;

/**
 * Finds whose each land is: that of the smallest country that holds its centre, else of the nearest of
 * those that touch its cell, else of none. Goes down from the globe, so that a cell is compared with the
 * few countries only that matter above it.
 * @param countryIds the lands of all others count as none
 */
export function* ownedCells(
  territories: readonly Territory[],
  countryIds: ReadonlySet<string>,
): Generator<OwnedCell, void, undefined> {
  const world = {
    centre: { latitude: 0, longitude: 0 },
    holding: [],
    crossing: territories.map((territory) => ({ territory, holdsCentre: undefined })),
  };
  for (const cell of baseCells().sort()) yield* below(cell, 0, world, countryIds);
}

function* below(
  cell: string,
  resolution: number,
  parent: Situation,
  countryIds: ReadonlySet<string>,
): Generator<OwnedCell, void, undefined> {
  const situation = refine(parent, cell, resolution);
  if (!mayHold(situation, countryIds)) return;
  if (resolution < GROUP_RESOLUTION) {
    for (const child of descendantsOf(cell, resolution + 1)) yield* below(child, resolution + 1, situation, countryIds); // prettier-ignore
    return;
  }
  const runs = new Runs(countryIds);
  addRuns(runs, cell, resolution, situation);
  if (runs.hasLands) yield { cell, runs: runs.runs };
}

/** Tells whether one of the countries may have lands there. */
function mayHold({ holding, crossing }: Situation, countryIds: ReadonlySet<string>): boolean {
  const candidates =
    crossing.length === 0
      ? holding.slice(0, 1)
      : [...holding, ...crossing.map(({ territory }) => territory)];
  return candidates.some(({ id }) => countryIds.has(id));
}

class Runs {
  readonly runs: { countryId: string | undefined; lands: number }[] = [];
  readonly #countryIds: ReadonlySet<string>;

  constructor(countryIds: ReadonlySet<string>) {
    this.#countryIds = countryIds;
  }

  get hasLands(): boolean {
    return this.runs.some(({ countryId }) => countryId !== undefined);
  }

  add(owner: Territory | undefined, lands: number): void {
    const countryId = owner !== undefined && this.#countryIds.has(owner.id) ? owner.id : undefined;
    const last = this.runs.at(-1);
    if (last !== undefined && last.countryId === countryId) last.lands += lands;
    else this.runs.push({ countryId, lands });
  }
}

function addRuns(runs: Runs, cell: string, resolution: number, situation: Situation): void {
  const { holding, crossing } = situation;
  if (crossing.length === 0) {
    runs.add(holding[0], countDescendants(cell, LAND_RESOLUTION));
    return;
  }
  const finer = resolution + 1;
  for (const child of descendantsOf(cell, finer)) {
    if (finer === LAND_RESOLUTION) runs.add(ownerOf(child, situation), 1);
    else addRuns(runs, child, finer, refine(situation, child, finer));
  }
}

function refine(parent: Situation, cell: string, resolution: number): Situation {
  if (parent.crossing.length === 0) return parent;
  const centre = landCentre(cell);
  const boxes = boxesAround({ centre, radiusRadians: landsRadiusRadians(resolution) });
  const holding = [...parent.holding];
  const crossing: Crossing[] = [];
  for (const above of parent.crossing) {
    const { territory } = above;
    if (resolution < FIRST_EXACT_RESOLUTION) {
      if (territory.mayReach(boxes)) crossing.push(above);
      continue;
    }
    if (resolution === FIRST_EXACT_RESOLUTION && !territory.mayReach(boxes)) continue;
    const holdsCentre = holds(above, parent.centre, centre);
    // Where no edge runs through the circle around all lands, they are all inside or all outside.
    if (territory.edges.mayCross(boxes)) crossing.push({ territory, holdsCentre });
    else if (holdsCentre) holding.push(territory);
  }
  return { centre, holding: holding.sort(bySize), crossing };
}

function holds({ territory, holdsCentre }: Crossing, near: Point, point: Point): boolean {
  const { edges } = territory;
  return holdsCentre === undefined ? edges.holds(point) : edges.holdsNear(point, near, holdsCentre);
}

/** @param above the situation of the cell above the land */
function ownerOf(land: string, above: Situation): Territory | undefined {
  const centre = landCentre(land);
  const holders = above.crossing.filter((each) => holds(each, above.centre, centre));
  const all = [...above.holding, ...holders.map(({ territory }) => territory)];
  return all.length > 0 ? all.sort(bySize)[0] : nearest(above.crossing, land);
}

/** A land's cell on the plane that touches the globe in its centre. */
export interface PlaneOutline {
  readonly plane: TangentPlane;
  /** In order, not closed. */
  readonly corners: readonly PlanePoint[];
  /** They cover the cell. */
  readonly boxes: readonly Box[];
}

function outlineOnPlane(land: string): PlaneOutline {
  const centre = landCentre(land);
  const plane = new TangentPlane(centre);
  return {
    plane,
    corners: outlineOf(land).map(({ longitude, latitude }) => plane.project(longitude, latitude)),
    boxes: boxesAround({ centre, radiusRadians: landsRadiusRadians(LAND_RESOLUTION) }),
  };
}

function nearest(crossing: readonly Crossing[], land: string): Territory | undefined {
  const outline = outlineOnPlane(land);
  let best: Territory | undefined;
  let least = Infinity;
  for (const territory of crossing.map((each) => each.territory).sort(bySize)) {
    const distance = territory.edges.distanceIfTouching(outline);
    if (distance >= least) continue;
    least = distance;
    best = territory;
  }
  return best;
}

/** The smallest first. */
function bySize(one: Territory, other: Territory): number {
  return one.edges.area - other.edges.area || (one.id < other.id ? -1 : 1);
}
