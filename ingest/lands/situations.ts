import { boxesAround } from '../geometry/circle.js';
import { ancestorOf, landsRadiusRadians, resolutionOf } from '../../geo/hierarchy.js';
import { landCentre } from '../../geo/land.js';
import { outlineOnPlane } from './cellOutline.js';
import type { Territory } from './territory.js';

/** The lands below a cell and their countries; countries in neither list have none of them. */
export interface Situation {
  /** These hold all of them wholly; the smallest first. */
  readonly holding: readonly Territory[];
  /** The borders of these may run through them. */
  readonly crossing: readonly Territory[];
}

/**
 * Above this resolution only the extents of countries are looked at, so that no border is made
 * that lies more than about 150 km from all cells asked.
 */
const FIRST_EXACT_RESOLUTION = 3;

/**
 * Finds situations by going down from that of the parent, which knows the few countries that
 * matter. The way down to the last cell asked is kept: ask in ascending order.
 */
export class Situations {
  readonly #world: Situation;
  readonly #way: { cell: string; situation: Situation }[] = [];

  constructor(territories: readonly Territory[]) {
    this.#world = { holding: [], crossing: territories };
  }

  /** Of a cell of resolution 0 to 8. */
  of(cell: string): Situation {
    const resolution = resolutionOf(cell);
    const known = this.#way[resolution];
    if (known?.cell === cell) return known.situation;
    const parent = resolution === 0 ? this.#world : this.of(ancestorOf(cell, resolution - 1));
    const situation = refine(parent, cell, resolution);
    this.#way[resolution] = { cell, situation };
    return situation;
  }

  /**
   * The country of a land: the smallest of those that hold its centre, else the nearest of those
   * that touch its cell, else none.
   */
  ownerOf(land: string): Territory | undefined {
    const { holding, crossing } = this.of(land);
    if (crossing.length === 0) return holding[0];
    const centre = landCentre(land);
    const holders = [...holding, ...crossing.filter(({ edges }) => edges.holds(centre))];
    return holders.length > 0 ? holders.sort(bySize)[0] : nearest(crossing, land);
  }
}

function refine(parent: Situation, cell: string, resolution: number): Situation {
  if (parent.crossing.length === 0) return parent;
  const centre = landCentre(cell);
  const boxes = boxesAround({ centre, radiusRadians: landsRadiusRadians(resolution) });
  const holding = [...parent.holding];
  const crossing: Territory[] = [];
  for (const territory of parent.crossing) {
    const isNear = resolution > FIRST_EXACT_RESOLUTION || territory.mayReach(boxes);
    if (!isNear) continue;
    // Where no edge runs through the circle around all lands, they are all inside or all outside.
    if (resolution < FIRST_EXACT_RESOLUTION || territory.edges.mayCross(boxes)) {
      crossing.push(territory);
    } else if (territory.edges.holds(centre)) {
      holding.push(territory);
    }
  }
  return { holding: holding.sort(bySize), crossing };
}

function nearest(territories: readonly Territory[], land: string): Territory | undefined {
  const outline = outlineOnPlane(land);
  let best: Territory | undefined;
  let least = Infinity;
  for (const territory of [...territories].sort(bySize)) {
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
