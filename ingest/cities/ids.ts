/** What the id of a city is made of. */
export interface Identified {
  sourceId: string;
  /** ISO 3166-1 alpha-3. */
  countryId: string;
  name: string;
  regionName?: string;
  population: number;
}

/** City ids by source id. */
export type CityIds = Map<string, string>;

// An id stands in comma-separated lists and holds no blanks.
const LEFT_OUT = /[\s,]+/gu;

/**
 * Gives every city an id: country, `_`, name; where that is taken `_<region>` is added, then
 * `_<source id>`. The more populous choose first.
 *
 * An id belongs to its source record for good: a city in `known` keeps its id whatever its name or
 * population have become, and nobody else ever gets it, even while that city is not in the source.
 *
 * @returns the ids of the cities that are not in `known`
 */
export function assignCityIds(
  cities: Iterable<Identified>,
  known: ReadonlyMap<string, string>,
): CityIds {
  const taken = new Set(known.values());
  const unnamed = [...cities].filter((city) => !known.has(city.sourceId));
  unnamed.sort((a, b) => b.population - a.population || compareSourceIds(a.sourceId, b.sourceId));
  const assigned: CityIds = new Map();
  for (const city of unnamed) {
    const id = candidates(city).find((candidate) => !taken.has(candidate));
    // Only two records with one source id get here; the second is a reject of its own.
    if (id === undefined || assigned.has(city.sourceId)) continue;
    taken.add(id);
    assigned.set(city.sourceId, id);
  }
  return assigned;
}

function candidates({ countryId, name, regionName, sourceId }: Identified): string[] {
  const byName = `${countryId}_${compact(name)}`;
  const region = regionName === undefined ? '' : compact(regionName);
  const byRegion = region === '' ? byName : `${byName}_${region}`;
  return [byName, byRegion, `${byRegion}_${compact(sourceId)}`];
}

function compact(text: string): string {
  return text.normalize('NFC').replace(LEFT_OUT, '');
}

/** Numeric ids by value, so that the older record comes first; others by code unit. */
function compareSourceIds(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  if (!Number.isNaN(difference) && difference !== 0) return difference;
  return a < b ? -1 : 1;
}
