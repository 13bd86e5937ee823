import { type Box, boxesAround } from '../geo/box.js';
import { descendantsOf, landsRadiusRadians } from '../geo/hierarchy.js';
import { LAND_RESOLUTION, landCentre } from '../geo/land.js';
import type { Point } from '../geo/point.js';
import type { LandGroupDocument } from '../../indices/lands.js';
import type { Grid } from './grid.js';
import { openWindow } from './window.js';

/** Percentages by the name of the biome; empty where none is known. */
export type BiomePercents = Readonly<Record<string, number>>;

/** 49 cells of 0.015 km² in a land, fewer in a pentagon: each stands for its share of the area. */
const SAMPLE_RESOLUTION = 10;

/** No farther from a land's centre are the centres of its samples. */
const RADIUS_RADIANS = landsRadiusRadians(LAND_RESOLUTION);

const NO_BIOMES: BiomePercents = {};

/** Finds how high the lands of a group lie, and what grows there. */
export class Terrain {
  readonly #heights: Grid | undefined;
  readonly #biomes: Grid | undefined;
  readonly #names: ReadonlyMap<number, string>;

  constructor({ heights, biomes }: Pick<LandGroupDocument, 'heights' | 'biomes'>) {
    this.#heights = heights === null ? undefined : openWindow(heights);
    this.#biomes = biomes === null ? undefined : openWindow(biomes);
    const names = Object.entries(biomes?.names ?? {});
    this.#names = new Map(names.map(([number, name]) => [Number(number), name]));
  }

  /**
   * The altitude is that of the centre, in whole metres. Sources of heights tell no sea from land
   * at 0 m: a land at 0 m that no biome is known of counts as sea, and its altitude as unknown.
   */
  of(land: string, centre: Point): { altitude: number | null; biomes: BiomePercents } {
    const biomes = this.#biomesOf(land, centre);
    const height = this.#heights?.interpolatedAt(centre);
    if (height === undefined || (height === 0 && biomes === NO_BIOMES))
      return { altitude: null, biomes };
    // JSON and its readers do not know -0.
    return { altitude: Math.round(height) + 0, biomes };
  }

  /** Nearly all lands lie within one biome, and to look at their samples takes long. */
  #biomesOf(land: string, centre: Point): BiomePercents {
    const boxes: Box[] = boxesAround({ centre, radiusRadians: RADIUS_RADIANS });
    if (this.#biomes?.isUniform(boxes) === false) return this.#sharesOf(land);
    const name = this.#biomeAt(centre);
    return name === undefined ? NO_BIOMES : { [name]: 100 };
  }

  #biomeAt(point: Point): string | undefined {
    const number = this.#biomes?.at(point);
    return number === undefined ? undefined : this.#names.get(number);
  }

  /** In tenths of a percent of those samples whose biome is known. */
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
