import { countryCodes } from '../sources/iso/codes.js';

/** Stands for all countries where codes are given. */
export const ALL_COUNTRIES = 'ALL';

/**
 * The countries that codes stand for, each once, by id.
 * @throws Error that lists the codes of which there is no country
 */
export function countryIdsOf(codes: readonly string[] | 'ALL'): string[] {
  const known = new Set(countryCodes().map(({ id }) => id));
  if (codes === ALL_COUNTRIES || isAll(codes)) return [...known].sort();
  const ids = [...new Set(codes.map((code) => code.toUpperCase()))].sort();
  if (ids.length === 0) throw new Error('No countries are given of which to make lands.');
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return ids;
  throw new Error(
    `There is no country ${unknown.join(', ')}. Give ISO 3166-1 alpha-3 codes, such as FRA, or ALL alone.`,
  );
}

/** Tells whether these codes stand for all countries, as the command line gives them, too. */
export function isAll(codes: readonly string[] | 'ALL'): boolean {
  if (typeof codes === 'string') return true;
  const [only, another] = codes;
  return only?.toUpperCase() === ALL_COUNTRIES && another === undefined;
}
