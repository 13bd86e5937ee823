import type { City, Country } from '../../client/src/routes.js';
import { notRetried, type Failure } from '../api/failures.js';
import { citiesNamed, countriesNamed } from '../api/requests.js';
import type { Explorer } from '../model/explorer.js';
import type { Point } from '../state/state.js';

const COUNTRIES = 3;
const CITIES = 8;

/** A country or city in the search results. */
export interface SearchHit {
  readonly id: string;
  readonly name: string;
  /** Distinguishes entities of the same name. */
  readonly detail: string;
  /** Undefined for a country. */
  readonly point?: Point;
}

export type SearchOutcome =
  | { readonly hits: readonly SearchHit[]; readonly failure: undefined }
  | { readonly failure: Failure };

/**
 * Finds countries, then cities, by the prefix of a name in any language.
 * @throws the reason of the signal, and nothing else
 */
export async function search(
  explorer: Explorer,
  token: string,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const { sender, language } = explorer;
  const [countries, cities] = await Promise.all([
    sender.send(countriesNamed(token, language, COUNTRIES), signal),
    sender.send(citiesNamed(token, language, CITIES), signal),
  ]);
  if (countries.failure !== undefined) return { failure: notRetried(countries.failure) };
  if (cities.failure !== undefined) return { failure: notRetried(cities.failure) };
  return {
    failure: undefined,
    hits: [
      ...(countries.body.data as Country[]).map(countryHit),
      ...(cities.body.data as City[]).flatMap((city) => cityHit(city, explorer)),
    ],
  };
}

function countryHit({ id, name, continent }: Country): SearchHit {
  return { id, name, detail: continent };
}

function cityHit(city: City, explorer: Explorer): SearchHit[] {
  const { id, name, latlng } = city;
  if (latlng === null) return [];
  const within = [city.region_name ?? '', explorer.countryName(city.country_id)];
  return [{ id, name, detail: within.filter((part) => part !== '').join(', '), point: latlng }];
}
