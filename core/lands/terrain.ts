import { boxesAround } from '../geo/box.js';
import { descendantsOf, LAND_RESOLUTION, landCentre, landsRadiusRadians } from '../geo/land.js';
import type { Point } from '../geo/point.js';
import type { LandGroupDocument } from '../../indices/lands.js';
import type { Grid } from './grid.js';
import { openWindow } from './window.js';

/** Percentages by name of the biome; empty if unknown. */
export type BiomePercents = Readonly<Record<string, number>>;

/** A land has 49 samples of 0.015 km², a pentagon fewer. Each represents its share of the area. */
const SAMPLE_RESOLUTION = 10;

/** The centres of samples are no farther from the land's centre. */
const RADIUS_RADIANS = landsRadiusRadians(LAND_RESOLUTION);

const NO_BIOMES: BiomePercents = {};

/** Altitudes and biomes of the lands of a group. */
export class Terrain {
  readonly #heights: Grid | null;
  readonly #biomes: Grid | null;
  /** Names of biomes by their numbers. */
  readonly #names: Readonly<Record<string, string>>;

  constructor({ heights, biomes }: Pick<LandGroupDocument, 'heights' | 'biomes'>) {
    this.#heights = heights && openWindow(heights);
    this.#biomes = biomes && openWindow(biomes);
    this.#names = biomes?.names ?? {};
  }

  /**
   * Returns the altitude of the centre, in whole metres, and the shares of biomes. Sources of heights
   * have 0 m for the sea. So the altitude of a land at 0 m without a known biome counts as unknown.
   */
  of(land: string, centre: Point): { altitude: number | null; biomes: BiomePercents } {
    const biomes = this.#biomesOf(land, centre);
    const height = this.#heights?.interpolatedAt(centre);
    if (height === undefined || (height === 0 && biomes === NO_BIOMES))
      return { altitude: null, biomes };
    // `+ 0` turns -0 into 0.
    return { altitude: Math.round(height) + 0, biomes };
  }

  /** Nearly all lands lie within one biome. To look at their samples would take long. */
  #biomesOf(land: string, centre: Point): BiomePercents {
    const boxes = boxesAround({ centre, radiusRadians: RADIUS_RADIANS });
    if (this.#biomes?.isUniform(boxes) === false) return this.#sharesOf(land);
    const name = this.#biomeAt(centre);
    return name === undefined ? NO_BIOMES : { [name]: 100 };
  }

  #biomeAt(point: Point): string | undefined {
    // 0 is the number of no biome.
    return this.#names[this.#biomes?.at(point) ?? 0];
  }

  /** Counts the samples whose biome is known. Shares are rounded to tenths of a percent. */
  #sharesOf(land: string): BiomePercents {
    const counts = new Map<string, number>();
    let known = 0;
    for (const sample of descendantsOf(land, SAMPLE_RESOLUTION)) {
      const name = this.#biomeAt(landCentre(sample));
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
