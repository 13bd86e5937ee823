import { groupBy } from 'es-toolkit/array';
import type { Language } from '../../indices/languages.js';
import { cities } from '../../indices/cities.js';
import type { Snapshot } from '../search/live.js';
import type { SearchTogether } from '../search/search.js';
import { type City, presentCity, type FoundCity } from './present.js';
import { type CitySummary, findLarger } from './queries.js';

/** Each costs a search. */
const MAX_TWINS = 10;

/**
 * Returns the name of a larger city near each of the first cities that have the name, region and country of another
 * one of these, by the id of the city.
 * @throws {ApiError}
 */
export async function nearTwins(
  shown: readonly City[],
  language: Language,
  searchTogether: SearchTogether,
  live: Snapshot,
): Promise<ReadonlyMap<string, string>> {
  const located = shown.filter((city): city is FoundCity => city.latlng !== null);
  const groups = groupBy(located, ({ country_id, region_name, name }) =>
    JSON.stringify([country_id, region_name, name]),
  );
  const twins = Object.values(groups).flatMap((group) => (group.length > 1 ? group : []));
  const searches = twins.slice(0, MAX_TWINS).map((twin) => ({
    index: live.index(cities),
    body: findLarger(twin, language),
  }));
  const found = searches.length > 0 ? await searchTogether<CitySummary>(searches) : [];
  const near = new Map<string, string>();
  for (const [position, { id, name }] of twins.entries()) {
    const names = found[position]?.hits.map((hit) => presentCity(hit, language).name) ?? [];
    const other = names.find((each) => each !== name);
    if (other !== undefined) near.set(id, other);
  }
  return near;
}
