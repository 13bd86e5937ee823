import { createRequire } from 'node:module';
import { memoize, once } from 'es-toolkit/function';
import { type Language, languageOf, LANGUAGES } from '../../indices/languages.js';

const require = createRequire(import.meta.url);

/** The files of the package `cldr-core` that are read here. */
export const CLDR_FILES: string[] = [];

/** Reads a part of CLDR's supplemental data, whose keys are territories (alpha-2) or regions. */
function supplemental<Entry>(part: string): Partial<Record<string, Entry>> {
  const file = `cldr-core/supplemental/${part}.json`;
  CLDR_FILES.push(file);
  const { supplemental: parts } = require(file) as {
    supplemental: Record<string, Partial<Record<string, Entry>>>;
  };
  return parts[part] ?? {};
}

/** `_numeric` is the UN M49 number with leading zeros, for countries the same as ISO 3166-1. */
const codeMappings = supplemental<{ _numeric?: string; _alpha3?: string }>('codeMappings');

/** Keys are UN M49 numbers of regions, or groupings of CLDR (`UN`). */
const territoryContainment = supplemental<{ _contains: readonly string[] }>('territoryContainment');

/** Inhabitants as a decimal integer, and languages by their subtags, by territory. */
export const territoryInfo = supplemental<{
  _population: string;
  languagePopulation?: Record<string, { _officialStatus?: string }>;
}>('territoryInfo');

/** Returns the languages among ours that are official in a territory, or in a region of it. */
export const languagesOf = memoize((alpha2: string): readonly Language[] => {
  const spoken = Object.entries(territoryInfo[alpha2]?.languagePopulation ?? {});
  const official = spoken.filter(([, { _officialStatus: status }]) => status !== undefined);
  const ours = official.map(([tag]) => languageOf(tag));
  return LANGUAGES.filter((language) => ours.includes(language));
});

/**
 * Returns the territories that a region holds, at any depth.
 * @param region UN M49 number (`001` is the world) or a grouping of CLDR (`UN`)
 * @returns alpha-2 codes, each once
 */
export function territoriesOf(region: string): ReadonlySet<string> {
  const territories = new Set<string>();
  const collect = (code: string): void => {
    // `UN` is a territory code as well as a grouping, but is contained in nothing.
    const contained = territoryContainment[code]?._contains;
    if (contained === undefined) territories.add(code);
    else contained.forEach(collect);
  };
  collect(region);
  return territories;
}

/** The codes of one country of the service. */
export interface CountryCode {
  /** ISO 3166-1 alpha-3; `XKX` for Kosovo. The id of the country everywhere. */
  id: string;
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. The key of CLDR, of `Intl` and of GeoNames. */
  alpha2: string;
  /** ISO 3166-1 numeric with leading zeros; absent for Kosovo. */
  numeric?: string;
}

/** ISO 3166-1 leaves the numbers from 900 on to its users. */
const FIRST_USER_ASSIGNED_NUMBER = 900;

/**
 * Kosovo has no code of ISO 3166-1; `XK` and `XKX` are the user-assigned codes of the European
 * Commission, the World Bank and GeoNames. (CLDR writes `XKK`.)
 */
const KOSOVO: CountryCode = { id: 'XKX', alpha2: 'XK' };

/**
 * Returns the 249 entries of ISO 3166-1 and Kosovo, by id. An entry of ISO 3166-1 is what CLDR places
 * in the world (not historic codes such as `SU`) with a number of its own that is not user-assigned
 * (not reserved codes such as `AC`, Ascension, whose territory belongs to another entry).
 */
export const countryCodes = once((): readonly CountryCode[] => {
  const codes = [KOSOVO];
  for (const alpha2 of territoriesOf('001')) {
    const { _numeric: numeric, _alpha3: id } = codeMappings[alpha2] ?? {};
    if (numeric === undefined || Number(numeric) >= FIRST_USER_ASSIGNED_NUMBER) continue;
    if (id === undefined) throw new Error(`CLDR has no alpha-3 code for ${alpha2}`);
    codes.push({ id, alpha2, numeric });
  }
  return codes.sort((one, other) => (one.id < other.id ? -1 : 1));
});

/** Returns the countries by their codes of one kind. */
export const countriesBy = memoize(
  (kind: keyof CountryCode) => new Map(countryCodes().map((country) => [country[kind], country])),
);

/** Returns the country of an alpha-2 or alpha-3 code in any case; undefined for any other text. */
export function countryOf(code: unknown): CountryCode | undefined {
  const text = typeof code === 'string' ? code.trim().toUpperCase() : '';
  return countriesBy('id').get(text) ?? countriesBy('alpha2').get(text);
}

/** The two observer states of the UN, and two states that many of its members recognise. */
const NOT_MEMBERS: readonly string[] = ['VA', 'PS', 'TW', 'XK'];

/** Returns the alpha-3 codes of the 197 primary countries. */
export const primaryIds = once(
  (): ReadonlySet<string> =>
    new Set([...primaryCodes()].flatMap((code) => countriesBy('alpha2').get(code)?.id ?? [])),
);

/** Returns the alpha-2 codes of the 197 primary countries: the members of the UN and four more. */
export function primaryCodes(): ReadonlySet<string> {
  return new Set([...territoriesOf('UN'), ...NOT_MEMBERS]);
}
