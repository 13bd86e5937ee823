import type { Continent } from '../../indices/countries.js';
import { territoriesOf } from '../sources/iso/cldr.js';

/**
 * The continents as regions of UN M49, whose content CLDR lists. `003`, unlike `021`, is North
 * America with Central America and the Caribbean. M49 decides the countries on two continents:
 * Russia is in Europe; Turkey, Cyprus, Georgia, Armenia, Azerbaijan and Kazakhstan are in Asia.
 */
const REGIONS: readonly (readonly [region: string, continent: Continent])[] = [
  ['002', 'Africa'],
  ['142', 'Asia'],
  ['150', 'Europe'],
  ['003', 'North America'],
  ['009', 'Oceania'],
  ['005', 'South America'],
];

/**
 * M49 has no region for Antarctica, and gives the uninhabited islands around it to continents
 * thousands of kilometres away (Bouvet Island to South America, the French Southern Territories
 * to Africa). As in GeoNames, they are all in Antarctica here.
 */
const ANTARCTIC: ReadonlySet<string> = new Set(['AQ', 'BV', 'GS', 'HM', 'TF']);

/**
 * The continent of every territory, by its alpha-2 code.
 *
 * @returns a function that throws an Error for a territory that is on no continent
 */
export function continentsByCode(): (alpha2: string) => Continent {
  const continents = new Map<string, Continent>();
  for (const [region, continent] of REGIONS) {
    for (const alpha2 of territoriesOf(region)) continents.set(alpha2, continent);
  }
  for (const alpha2 of ANTARCTIC) continents.set(alpha2, 'Antarctica');
  return (alpha2) => {
    const continent = continents.get(alpha2);
    if (continent === undefined) throw new Error(`CLDR places ${alpha2} on no continent`);
    return continent;
  };
}
