/** The facts a city's id is made of. */
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
 * Gives every city an id: country, `_`, name. The most populous of one name keeps that; the others
 * add `_<region>`, then `_<source id>`, the more populous choosing first.
 *
 * An id belongs to its source record for good: a city in `known` keeps its id whatever its name or
 * population have become, and nobody else ever gets it, even while that city is not in the source.
 *
 * @param cities each source id once
 * @returns the ids of the cities that are not in `known`; they do not depend on the rows' order
 */
export function assignCityIds(
  cities: Iterable<Identified>,
  known: ReadonlyMap<string, string>,
): CityIds {
  const taken = new Set(known.values());
  const keepers = new Map<string, Identified>();
  const others: Identified[] = [];
  for (const city of cities) {
    if (known.has(city.sourceId)) continue;
    const id = idByName(city);
    const keeper = keepers.get(id);
    if (taken.has(id)) others.push(city);
    else if (keeper === undefined) keepers.set(id, city);
    else {
      const [first, second] = compare(city, keeper) < 0 ? [city, keeper] : [keeper, city];
      keepers.set(id, first);
      others.push(second);
    }
  }
  const assigned: CityIds = new Map();
  const assign = (city: Identified, id: string): void => {
    taken.add(id);
    assigned.set(city.sourceId, id);
  };
  for (const [id, city] of keepers) assign(city, id);
  for (const city of others.sort(compare)) {
    const id = longerIds(city).find((candidate) => !taken.has(candidate));
    if (id !== undefined) assign(city, id);
  }
  return assigned;
}

/** Picks one of the records of each source id; it does not depend on their order. */
export function onePerSourceId<City extends Identified>(cities: Iterable<City>): Map<string, City> {
  const chosen = new Map<string, City>();
  for (const city of cities) {
    const other = chosen.get(city.sourceId);
    if (other === undefined || comesBefore(city, other)) chosen.set(city.sourceId, city);
  }
  return chosen;
}

function comesBefore(one: Identified, other: Identified): boolean {
  if (one.population !== other.population) return one.population > other.population;
  const nameOf = (city: Identified): string => `${idByName(city)},${city.regionName ?? ''}`;
  return nameOf(one) < nameOf(other);
}

function idByName({ countryId, name }: Identified): string {
  return `${countryId}_${compact(name)}`;
}

function longerIds(city: Identified): string[] {
  const region = compact(city.regionName ?? '');
  const byRegion = region === '' ? idByName(city) : `${idByName(city)}_${region}`;
  return [byRegion, `${byRegion}_${compact(city.sourceId)}`];
}

function compact(text: string): string {
  return text.normalize('NFC').replace(LEFT_OUT, '');
}

/** The more populous first; of equals the older record. */
function compare(a: Identified, b: Identified): number {
  return b.population - a.population || compareSourceIds(a.sourceId, b.sourceId);
}

/** Numeric ids by value, so that the older record comes first; others by code unit. */
function compareSourceIds(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  if (!Number.isNaN(difference) && difference !== 0) return difference;
  return a < b ? -1 : 1;
}
