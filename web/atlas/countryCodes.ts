import cldr from 'cldr-core/supplemental/codeMappings.json' with { type: 'json' };

type Codes = Readonly<{ _alpha3?: string; _numeric?: string }>;
const MAPPINGS: Partial<Record<string, Codes>> = cldr.supplemental.codeMappings;

/** Returns the code of a country by its code of ISO 3166-1 alpha-2. */
export function codeOfTerritory(alpha2: string): string | undefined {
  // CLDR writes `XKK` for Kosovo.
  return alpha2 === 'XK' ? 'XKX' : MAPPINGS[alpha2]?._alpha3;
}

/**
 * Returns the code of a country of the atlas, or undefined for a territory without one.
 * @param number of ISO 3166-1. Kosovo has none.
 */
export function codeOf(number: string | number | undefined, name: string): string | undefined {
  if (number === undefined) return name === 'Kosovo' ? codeOfTerritory('XK') : undefined;
  // A canonical locale has the territory instead of its number.
  const { region = '' } = new Intl.Locale(`und-${String(number).padStart(3, '0')}`);
  return codeOfTerritory(region);
}
