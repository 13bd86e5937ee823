import { descendantsOf, landsRadiusRadians, resolutionOf } from '../../geo/hierarchy.js';
import { LAND_RESOLUTION, landCentre } from '../../geo/land.js';
import type { Point } from '../../geo/point.js';
import { boxesAround } from '../geometry/circle.js';
import type { Biomes, Heights } from '../rasters/source.js';
import type { LandRow } from './row.js';

/** 49 cells of 0.015 km² in a land, fewer in a pentagon: each stands for its share of the area. */
const SAMPLE_RESOLUTION = 10;

/** No farther from a land's centre are the centres of its samples. */
const RADIUS_RADIANS = landsRadiusRadians(LAND_RESOLUTION);

const NO_BIOMES = {};

/** Finds how high lands lie, and what grows there. */
export class Terrain {
  readonly #heights: Heights;
  readonly #biomes: Biomes;
  /** All of a land, by the name of the biome. */
  readonly #whole = new Map<string, Readonly<Record<string, number>>>();

  constructor(heights: Heights, biomes: Biomes) {
    this.#heights = heights;
    this.#biomes = biomes;
  }

  /** Tells whether all is at hand always. */
  get isReady(): boolean {
    return this.#heights.prepare === undefined && this.#biomes.prepare === undefined;
  }

  /**
   * Gets at hand what is known of the lands below a cell, where it is not all of it always.
   * @returns undefined when there is nothing to wait for
   */
  prepare(cell: string): Promise<void> | undefined {
    if (this.isReady) return undefined;
    const radiusRadians = landsRadiusRadians(resolutionOf(cell));
    const boxes = boxesAround({ centre: landCentre(cell), radiusRadians });
    const heights = this.#heights.prepare?.(boxes);
    const biomes = this.#biomes.prepare?.(boxes);
    if (heights === undefined || biomes === undefined) return heights ?? biomes;
    return Promise.all([heights, biomes]).then(() => undefined);
  }

  /**
   * The altitude is that of the centre, in whole metres. Sources of heights tell no sea from land
   * at 0 m: a land at 0 m that no biome is known of counts as sea, and its altitude as unknown.
   */
  of(land: string, centre = landCentre(land)): Pick<LandRow, 'altitude' | 'biomes'> {
    const biomes = this.#biomesOf(land, centre);
    const height = this.#heights.at(centre);
    if (height === undefined || (height === 0 && biomes === NO_BIOMES)) return { biomes };
    // JSON and its readers do not know -0.
    return { altitude: Math.round(height) + 0, biomes };
  }

  /** Nearly all lands lie within one biome, and to look at their samples takes long. */
  #biomesOf(land: string, centre: Point): Readonly<Record<string, number>> {
    const boxes = boxesAround({ centre, radiusRadians: RADIUS_RADIANS });
    if (!this.#biomes.isUniform(boxes)) return this.#sharesOf(land);
    const name = this.#biomes.at(centre);
    return name === undefined ? NO_BIOMES : this.#wholeOf(name);
  }

  #wholeOf(name: string): Readonly<Record<string, number>> {
    const known = this.#whole.get(name) ?? { [name]: 100 };
    this.#whole.set(name, known);
    return known;
  }

  /** In tenths of a percent of those samples whose biome is known. */
  #sharesOf(land: string): Readonly<Record<string, number>> {
    const counts = new Map<string, number>();
    let known = 0;
    for (const sample of descendantsOf(land, SAMPLE_RESOLUTION)) {
      const name = this.#biomes.at(landCentre(sample));
      if (name === undefined) continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      known += 1;
    }
    if (known === 0) return NO_BIOMES;
    return Object.fromEntries(
      [...counts].map(([name, count]) => [name, Math.round((1_000 * count) / known) / 10]),
    );
  }
}
