import { once } from 'es-toolkit/function';
import { baseCells, descendantsOf } from '../../geo/hierarchy.js';
import { LAND_RESOLUTION, landCentre } from '../../geo/land.js';
import type { Point } from '../../geo/point.js';
import type { LandDocument } from '../../indices/lands.js';
import { seededRandom, shuffled } from '../statistics.js';

/** Lands are made in blocks of 2,401, which lie anywhere on the globe. */
const BLOCK_RESOLUTION = 4;
/** The lands of such a cell are one and its neighbours: all that a lookup with k = 1 finds. */
const DISK_RESOLUTION = LAND_RESOLUTION - 1;
const LANDS_OF_A_DISK = 7;
/** More than are asked for. */
const QUESTIONS = 60_000;

/** Makes lands, block by block; always the same. */
export function* makeLands(): Generator<LandDocument> {
  for (const block of blocks()) {
    for (const id of descendantsOf(block, LAND_RESOLUTION)) yield makeLand(id);
  }
}

/**
 * Returns the middles of disks that have been made whole, in an order of chance: no land is in two
 * of them.
 */
export function diskCentres(made: number): Point[] {
  const found: string[] = [];
  const perBlock = Math.ceil(
    QUESTIONS / Math.max(1, made / 7 ** (LAND_RESOLUTION - BLOCK_RESOLUTION)),
  );
  let left = Math.floor(made / LANDS_OF_A_DISK);
  for (const block of blocks()) {
    const disks = descendantsOf(block, DISK_RESOLUTION).slice(0, left);
    left -= disks.length;
    found.push(...shuffled(seededRandom(left), disks).slice(0, perBlock));
    if (left === 0) break;
  }
  return shuffled(seededRandom(82), found).map(landCentre);
}

/** In an order of chance; what lies below a pentagon is left out, for its disks are smaller. */
const blocks = once((): string[] => {
  const bases = baseCells().filter((base) => descendantsOf(base, 1).length === LANDS_OF_A_DISK);
  return shuffled(
    seededRandom(81),
    bases.flatMap((base) => descendantsOf(base, BLOCK_RESOLUTION)),
  );
});

function makeLand(id: string): LandDocument {
  const altitude = parseInt(id.slice(4, 9), 16) % 3_000;
  return {
    id,
    country_id: 'FRA',
    region_name: `Region ${altitude % 20}`,
    closest_city_id: `FRA_City${altitude}`,
    closest_city_name: `City ${altitude}`,
    closest_city_distance_km: altitude / 100,
    primary_city_id: `FRA_Capital${altitude % 100}`,
    primary_city_name: `Capital ${altitude % 100}`,
    primary_city_distance_km: altitude / 10,
    altitude,
    main_biome: 'Temperate Broadleaf & Mixed Forests',
    biome_percents: { 'Temperate Broadleaf & Mixed Forests': 80, 'Temperate Conifer Forests': 20 },
  };
}
