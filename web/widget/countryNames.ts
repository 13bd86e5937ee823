import { findAllCountries, type Service } from './lookups.js';

/** Names by country id. */
export type CountryNames = ReadonlyMap<string, string>;

const remembered = new Map<string, Promise<CountryNames>>();

/** Returns the names of all countries in a language, which all elements of a page ask for once. */
export function countryNames(service: Service, lang: string): Promise<CountryNames> {
  const key = JSON.stringify([service, lang]);
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const asked = findAllCountries(service, lang).then(
    (countries) => new Map(countries.map(({ id, name }) => [id, name])),
  );
  remembered.set(key, asked);
  asked.catch(() => remembered.delete(key));
  return asked;
}
