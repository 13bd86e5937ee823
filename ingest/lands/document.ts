import type { LandDocument } from '../../indices/lands.js';
import type { CloseCity, LandFacts } from './facts.js';
import type { LandRow } from './row.js';

/** The tolerance above or below 100 for the sum of all biomes' percentages. */
const PERCENTAGE_TOLERANCE = 0.5;

/** The stored form of a land. */
export function toDocument(
  row: LandRow,
  { regionName, closest, primary }: LandFacts,
): LandDocument {
  const biomes = row.biomes ?? {};
  return {
    id: row.id,
    country_id: row.countryId,
    region_name: regionName,
    closest_city_id: closest?.city.id ?? null,
    closest_city_name: closest?.city.name ?? null,
    closest_city_distance_km: roundedToMeters(closest),
    primary_city_id: primary?.city.id ?? null,
    primary_city_name: primary?.city.name ?? null,
    primary_city_distance_km: roundedToMeters(primary),
    altitude: row.altitude ?? null,
    main_biome: mainBiome(biomes),
    biome_percents: biomes,
  };
}

function roundedToMeters(close: CloseCity | undefined): number | null {
  return close ? Math.round(close.distanceKm * 1_000) / 1_000 : null;
}

/** The one of the largest percentage, the first by name of several. */
function mainBiome(biomes: Readonly<Record<string, number>>): string | null {
  let main: string | null = null;
  let largest = -Infinity;
  for (const name in biomes) {
    const percent = biomes[name] ?? NaN;
    if (percent < largest || (percent === largest && main !== null && main < name)) continue;
    main = name;
    largest = percent;
  }
  return main;
}

/** Why a row cannot become a land, or undefined when it can. */
export function faultOf({ altitude, biomes }: LandRow): string | undefined {
  if (altitude !== undefined && !Number.isFinite(altitude)) {
    return `altitude ${altitude} is not a number of metres`;
  }
  return biomes && faultOfBiomes(biomes);
}

function faultOfBiomes(biomes: Readonly<Record<string, number>>): string | undefined {
  const entries = Object.entries(biomes);
  if (entries.length === 0) return undefined;
  for (const [name, percent] of entries) {
    if (name.trim() === '') return 'a biome has no name';
    if (!(percent >= 0 && percent <= 100)) return `${name} ${percent} is no percentage, 0 to 100`;
  }
  const sum = entries.reduce((total, [, percent]) => total + percent, 0);
  if (Math.abs(sum - 100) <= PERCENTAGE_TOLERANCE) return undefined;
  return `the percentages of the biomes sum to ${sum}, not to 100`;
}
