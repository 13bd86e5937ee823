import { compact, groupBy } from 'es-toolkit/array';
import type { Language } from '../../indices/languages.js';
import { cities } from '../../indices/cities.js';
import type { Snapshot } from '../search/live.js';
import type { Search } from '../search/search.js';
import { type City, presentCity } from './present.js';
import { type CitySummary, findLarger } from './queries.js';

/**
 * Returns the name of a larger city near each city that has the name, region and country of another one of these,
 * by the id of the city.
 * @throws {ApiError}
 */
export async function nearTwins(
  found: readonly City[],
  language: Language,
  search: Search,
  live: Snapshot,
): Promise<ReadonlyMap<string, string>> {
  const groups = groupBy(found, ({ country_id, region_name, name }) =>
    JSON.stringify([country_id, region_name, name]),
  );
  const twins = Object.values(groups).flatMap((group) => (group.length > 1 ? group : []));
  const named = twins.map(async (twin) => {
    if (twin.latlng === null) return;
    const body = findLarger(twin, twin.latlng, language);
    const hits = await search<CitySummary>(live.index(cities), body, 'short');
    const names = hits.map((hit) => presentCity(hit, language).name);
    const near = names.find((name) => name !== twin.name);
    return near === undefined ? undefined : ([twin.id, near] as const);
  });
  return new Map(compact(await Promise.all(named)));
}
