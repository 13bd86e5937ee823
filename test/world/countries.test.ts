import { describe, expect, test } from '@jest/globals';
import type { Position } from 'geojson';
import { CONTINENTS, type CountryDocument } from '../../indices/countries.js';
import { fold } from '../../indices/fold.js';
import { type Language, LANGUAGES } from '../../indices/languages.js';
import { countryCodes } from '../../ingest/reference/iso.js';
import { MAX_EDGE_METERS } from '../../ingest/borders/edges.js';
import {
  builtInCountries,
  continentOf,
  documentMaker,
  populationOf,
} from '../../ingest/countries/documents.js';
import { BorderOracle } from '../support/borderOracle.js';
import { selfIntersections } from '../support/selfIntersections.js';
import { areaSquareKm, haversineMeters } from '../support/sphere.js';

const documents = builtInCountries().map(documentMaker());
const byId = new Map(documents.map((document) => [document.id, document]));
const oracle = new BorderOracle(documents);

function documentOf(id: string): CountryDocument {
  const document = byId.get(id);
  if (document === undefined) throw new Error(`no ${id}`);
  return document;
}

/** The area of polygons, by what their rings hold. */
function area(polygons: Position[][][]): number {
  const squareKm = (ring: Position[] | undefined): number => Math.abs(areaSquareKm(ring ?? []));
  return polygons
    .map(([outer, ...holes]) => squareKm(outer) - holes.map(squareKm).reduce((a, b) => a + b, 0))
    .reduce((a, b) => a + b, 0);
}

test('the 250 countries are complete', () => {
  expect(documents.map(({ id }) => id)).toEqual(countryCodes().map(({ id }) => id));
  expect(documents.filter(({ primary }) => primary)).toHaveLength(197);
  expect(documentOf('FRA')).toMatchObject({ continent: 'Europe', primary: true });
});

describe('continents', () => {
  test.each([
    ['Europe', 'FR XK RU'],
    ['Asia', 'TR TW'],
    ['Africa', 'EG RE'],
    ['North America', 'US GL PA CU TT'],
    ['South America', 'GF FK'],
    ['Oceania', 'AU UM'],
    ['Antarctica', 'AQ BV GS HM TF'],
  ])('%s has %s', (continent, codes) => {
    for (const alpha2 of codes.split(' ')) expect([alpha2, continentOf(alpha2)]).toEqual([alpha2, continent]); // prettier-ignore
  });

  test('each of the seven has countries', () => {
    const used = new Set(documents.map(({ continent }) => continent));
    expect([...used].sort()).toEqual([...CONTINENTS].sort());
    expect(() => continentOf('SU')).toThrow('SU');
  });
});

test.each([
  ['IN', 1_300_000_000, Infinity],
  ['FR', 60_000_000, 80_000_000],
  ['XK', 1_500_000, 2_500_000],
  ['VA', 0, 2_000],
  ['BV', 0, 100],
])('the population of %s is from %d to %d', (alpha2, least, most) => {
  expect(populationOf(alpha2)).toBeGreaterThanOrEqual(least);
  expect(populationOf(alpha2)).toBeLessThanOrEqual(most);
  expect(() => populationOf('SU')).toThrow('SU');
});

describe('names', () => {
  test.each<[string, Language, string]>([
    ['FRA', 'en', 'France'],
    ['DEU', 'fr', 'Allemagne'],
    ['JPN', 'zh', '日本'],
    ['GRC', 'el', 'Ελλάδα'],
    ['EGY', 'ar', 'مصر'],
    ['USA', 'en', 'United States'],
    ['GBR', 'en', 'United Kingdom'],
    ['HKG', 'en', 'Hong Kong'],
    ['MAC', 'en', 'Macao'],
    ['PSE', 'en', 'Palestine'],
    ['MMR', 'en', 'Myanmar'],
    ['XKX', 'en', 'Kosovo'],
  ])('%s in %s is %s', (id, language, name) => {
    expect(documentOf(id).names[language]).toBe(name);
  });

  test('in every language they differ and can be searched', () => {
    for (const language of LANGUAGES) {
      expect(new Set(documents.map(({ names }) => names[language])).size).toBe(250);
      for (const { names, folded } of documents) {
        expect(folded[language]).toBe(fold(names[language]));
        expect(folded.any).toContain(folded[language]);
        expect(folded[language]).not.toBe('');
      }
    }
  });
});

/** Whether a position is on the globe, has at most 7 decimals, and ends a short edge. */
function isFine(
  [longitude = NaN, latitude = NaN]: Position,
  [fromLongitude = NaN, fromLatitude = NaN]: Position,
): boolean {
  return (
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90 &&
    Math.round(longitude * 1e7) / 1e7 === longitude &&
    Math.round(latitude * 1e7) / 1e7 === latitude &&
    haversineMeters(fromLongitude, fromLatitude, longitude, latitude) <= MAX_EDGE_METERS
  );
}

describe('the borders', () => {
  test('are closed, valid multipolygons with short edges', () => {
    for (const { id, border } of documents) {
      const rings = border.coordinates.flat();
      const open = rings.filter((ring) => ring.length < 4 || String(ring[0]) !== String(ring.at(-1))); // prettier-ignore
      const outer = border.coordinates.flatMap(([ring = []]) => [areaSquareKm(ring)]);
      const holes = border.coordinates.flatMap(([, ...inner]) => inner.map(areaSquareKm));
      const faults = rings.flatMap((ring) =>
        ring.filter((position, index) => !isFine(position, ring[index - 1] ?? position)),
      );
      expect({ id, open, faults, crossings: selfIntersections(border) }).toEqual({
        ...{ id, open: [], faults: [], crossings: [] },
      });
      expect([id, Math.min(Infinity, ...outer) > 0, Math.max(-1, ...holes) < 0]).toEqual([id, true, true]); // prettier-ignore
    }
  });

  test('together have a sane number of points', () => {
    const points = documents.flatMap(({ border }) => border.coordinates.flat(2)).length;
    expect(points).toBeGreaterThan(1_000_000);
    expect(points).toBeLessThan(1_300_000);
  });

  test('have the area of the document', () => {
    for (const { id, border, area_km2: stored } of documents)
      expect([id, Math.abs(area(border.coordinates) - stored) < 0.01 * stored]).toEqual([id, true]);
  });

  // Areas with inland waters, of statistical offices.
  test.each([
    ['NOR', 323_800, 0.03], ['SWE', 447_400, 0.02], ['FIN', 338_500, 0.03], ['RUS', 17_098_000, 0.02],
    ['CAN', 9_984_700, 0.02], ['GRL', 2_166_000, 0.02], ['ISL', 102_800, 0.02], ['FJI', 18_270, 0.06],
    ['VUT', 12_190, 0.04], ['MUS', 2_040, 0.04], ['DEU', 357_600, 0.01], ['COD', 2_345_000, 0.01],
    ['CAF', 623_000, 0.01], ['UKR', 603_600, 0.02], ['LUX', 2_586, 0.01], ['EGY', 1_002_000, 0.03],
  ] as const)('of %s hold %d km²', (id, squareKm, share) => {
    const held = area(documentOf(id).border.coordinates);
    expect([held, Math.abs(held / squareKm - 1) < share]).toEqual([held, true]);
  }); // prettier-ignore

  test.each(['ATA', 'FJI', 'RUS'])(
    'of %s is cut at the antimeridian and goes on beyond it',
    (id) => {
      const longitudes = documentOf(id)
        .border.coordinates.flat(2)
        .map(([longitude]) => longitude);
      expect(longitudes).toContain(180);
      expect(longitudes).toContain(-180);
    },
  );

  test.each(['USA', 'NZL', 'KIR', 'UMI'])('of %s lies on both sides of the antimeridian', (id) => {
    const signs = documentOf(id).border.coordinates.map(([ring]) =>
      Math.sign(ring?.[0]?.[0] ?? NaN),
    );
    expect(new Set(signs)).toEqual(new Set([-1, 1]));
    // No ring goes around the globe the wrong way.
    for (const [ring = []] of documentOf(id).border.coordinates) {
      const longitudes = ring.map(([longitude = NaN]) => longitude);
      expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(100);
    }
  });
});

describe('a place lies in the right country', () => {
  test.each<[place: string, latitude: number, longitude: number, ids: string[]]>([
    ['Longyearbyen, inland', 78.1, 15.6, ['SJM']],
    ['Bear Island', 74.42, 19.0, ['SJM']],
    ['Trondheim', 63.36, 10.4, ['NOR']],
    ['Cocos Islands', -12.17, 96.83, ['CCK']],
    ['Christmas Island', -10.49, 105.64, ['CXR']],
    ['Guadeloupe', 16.15, -61.67, ['GLP']],
    ['Marie-Galante', 15.93, -61.27, ['GLP']],
    ['Mayotte', -12.82, 45.15, ['MYT']],
    ['Nicosia buffer zone', 35.11, 33.0, ['CYP']],
    ['Tarfaya', 27.93, -12.9, ['MAR']],
    ['Capri', 40.551, 14.243, ['ITA']],
    ['Vanua Levu at the antimeridian', -16.6, 179.5, ['FJI']],
    ['Taveuni, 180°', -16.8, -180, ['FJI']],
    ['Chukotka', 67, 180, ['RUS']],
    ['Chukotka', 67, -179.9, ['RUS']],
    ['South Pole', -90, 0, ['ATA']],
    ['North Pole', 90, 0, []],
    ['Null Island', 0, 0, []],
  ])('%s (%d, %d)', (_, latitude, longitude, ids) => {
    const judged = [...oracle.judge({ latitude, longitude })];
    const holding = judged.filter(([, { inside }]) => inside).map(([id]) => id);
    expect(holding.sort()).toEqual(ids);
  });
});

/** Entries of ISO that the source draws as parts of another one, or that are claimed by several. */
const TERRITORIES = `
  Kralendijk, Bonaire | 12.15 | -68.277 | BES
  The Bottom, Saba | 17.63 | -63.235 | BES
  Oranjestad, Sint Eustatius | 17.485 | -62.98 | BES
  Bouvet Island | -54.423 | 3.36 | BVT
  West Island, Cocos | -12.188 | 96.829 | CCK
  Flying Fish Cove, Christmas Island | -10.42 | 105.678 | CXR
  Pointe-à-Pitre, Guadeloupe | 16.241 | -61.533 | GLP
  Cayenne | 4.9372 | -52.326 | GUF
  Fort-de-France, Martinique | 14.609 | -61.07 | MTQ
  Mamoudzou, Mayotte | -12.78 | 45.228 | MYT
  Saint-Denis, Réunion | -20.882 | 55.45 | REU
  Longyearbyen, Svalbard | 78.2232 | 15.6469 | SJM
  Jan Mayen | 70.98 | -8.53 | SJM
  Nukunonu, Tokelau | -9.2 | -171.848 | TKL
  Kyrenia, Northern Cyprus | 35.33 | 33.33 | CYP
  Nicosia, by the buffer zone | 35.17 | 33.36 | CYP
  the buffer zone of Cyprus | 35.0576 | 33.9611 | CYP GBR
  Akrotiri | 34.59 | 32.97 | GBR CYP
  Dhekelia | 34.99 | 33.74 | GBR CYP
  Hargeisa, Somaliland | 9.56 | 44.065 | SOM
  Baikonur | 45.62 | 63.31 | KAZ
  Guantanamo Bay | 19.9 | -75.13 | CUB
  Siachen Glacier | 35.42 | 77.1 | IND
  Clipperton | 10.3 | -109.217 | FRA
  Scarborough Reef | 15.14 | 117.76 | CHN
  Bajo Nuevo Bank | 15.88 | -78.64 | COL
  Serranilla Bank | 15.7949 | -79.9886 | COL
  Spratly Islands | 10.2378 | 115.3674 | VNM
  Coral Sea Islands | -21.0295 | 154.3917 | AUS
  Simferopol, Crimea | 44.95 | 34.1 | UKR
  El Aaiún, Western Sahara | 27.15 | -13.2 | ESH
  Pristina | 42.66 | 21.16 | XKX
  Taipei | 25.03 | 121.56 | TWN`;

/** A lookup also finds a country so far outside of its border. */
const ENLARGED_METERS = 7_500;

test.each(
  TERRITORIES.trim()
    .split('\n')
    .map((line) => line.trim().split(' | ')),
)('%s belongs to a country', (_, lat, lng, expected) => {
  const judged = [...oracle.judge({ latitude: Number(lat), longitude: Number(lng) })]
    .filter(([, { inside, distanceMeters }]) => inside || distanceMeters < ENLARGED_METERS)
    .sort(([, one], [, other]) => Number(other.inside) - Number(one.inside));
  expect(judged.map(([id]) => id).join(' ')).toBe(expected);
});

/** Border towns, ports and islands, by their own points. */
const PLACES = `
  Schengen | 49.47028 | 6.36583 | LUX
  Grevenmacher | 49.67751 | 6.44022 | LUX
  Remich | 49.545 | 6.36694 | LUX
  Goma | -1.67409 | 29.22845 | COD
  Gisenyi | -1.70278 | 29.25639 | RWA
  Thônex | 46.18815 | 6.19904 | CHE
  Bosobolo | 4.1898 | 19.8833 | COD
  Murmansk | 68.97917 | 33.09251 | RUS
  Rovaniemi | 66.5 | 25.71667 | FIN
  Bodø | 67.28267 | 14.37513 | NOR
  Tromsø | 69.6489 | 18.95508 | NOR
  Anadyr | 64.73424 | 177.5103 | RUS
  Vorkuta | 67.5 | 64.03333 | RUS
  Cabudwaaq | 6.24585 | 46.2247 | SOM
  Lagos | 6.45407 | 3.39467 | NGA
  Xiamen | 24.47979 | 118.08187 | CHN
  Stavanger | 58.97005 | 5.73332 | NOR
  Île de Sein | 48.0367 | -4.85 | FRA
  Tory | 55.264 | -8.224 | IRL
  Hateruma | 24.062 | 123.788 | JPN
  49° N, the north | 49.0027 | -110 | CAN
  49° N, the south | 48.9973 | -110 | USA
  141° W, the east | 65 | -140.9936 | CAN
  141° W, the west | 65 | -141.0064 | USA
  22° N, the north | 22.0027 | 29 | EGY
  22° N, the south | 21.9973 | 29 | SDN
  20° E, the west | -23 | 19.997 | NAM
  20° E, the east | -23 | 20.003 | BWA
  the sea between Norway and Iceland | 67 | 0 |
  the Pacific at 16.9° S | -16.9 | 165 |`;

test.each(
  PLACES.trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim())),
)('%s (%s, %s) is in %s', (_, lat, lng, expected) => {
  const judged = [...oracle.judge({ latitude: Number(lat), longitude: Number(lng) })];
  expect(judged.flatMap(([id, { inside }]) => (inside ? [id] : [])).join(' ')).toBe(expected);
});
