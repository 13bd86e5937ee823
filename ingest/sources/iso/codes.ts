import { codeMappings, territoriesOf } from './cldr.js';

/** The codes of one country of the service. */
export interface CountryCode {
  /** ISO 3166-1 alpha-3; `XKX` for Kosovo. The id of the country everywhere. */
  id: string;
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. The key of CLDR, of `Intl` and of GeoNames. */
  alpha2: string;
  /** ISO 3166-1 numeric with leading zeros; absent for Kosovo. The key of world-atlas. */
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
 * The 249 entries of ISO 3166-1 and Kosovo, by id.
 *
 * ISO 3166-1 is what CLDR places in the world (which leaves out historic codes such as `SU`) with
 * a number of its own that is not user-assigned (which leaves out exceptionally reserved codes
 * such as `AC`, Ascension, whose territory belongs to another entry).
 *
 * @throws Error when an entry lacks its alpha-3 code
 */
export function countryCodes(): CountryCode[] {
  const codes = [KOSOVO];
  for (const alpha2 of territoriesOf('001')) {
    const { _numeric: numeric, _alpha3: id } = codeMappings[alpha2] ?? {};
    if (numeric === undefined || Number(numeric) >= FIRST_USER_ASSIGNED_NUMBER) continue;
    if (id === undefined) throw new Error(`CLDR has no alpha-3 code for ${alpha2}`);
    codes.push({ id, alpha2, numeric });
  }
  return codes.sort((one, other) => (one.id < other.id ? -1 : 1));
}
