import { describe, expect, test } from '@jest/globals';
import type { Position } from 'geojson';
import { CONTINENTS, type CountryDocument } from '../../../../indices/countries.js';
import { fold } from '../../../../indices/fold.js';
import { type Language, LANGUAGES } from '../../../../indices/languages.js';
import { polygonsByCountry, readAtlas } from '../../../../ingest/borders/atlas.js';
import { countryCodes } from '../../../../ingest/reference/iso.js';
import { MAX_EDGE_METERS } from '../../../../ingest/borders/edges.js';
import { ISLETS } from '../../../../ingest/borders/addedLand.js';
import {
  builtInCountries,
  continentOf,
  documentMaker,
  populationOf,
} from '../../../../ingest/countries/documents.js';
import { BorderOracle } from '../../../support/borderOracle.js';
import { selfIntersections } from '../../../support/selfIntersections.js';
import { areaSquareKm, haversineMeters } from '../../../support/sphere.js';

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
    expect(points).toBeGreaterThan(900_000);
    expect(points).toBeLessThan(1_100_000);
  });

  test('have the area that the atlas draws, and that of the document', () => {
    const polygonsOf = polygonsByCountry(readAtlas());
    for (const { id, border, area_km2: stored } of documents) {
      const islets = ISLETS.filter(({ country }) => country === id)
        .map(({ radiusMeters }) => Math.PI * (radiusMeters / 1000) ** 2)
        .reduce((a, b) => a + b, 0);
      const drawn = area(polygonsOf(id));
      const found = area(border.coordinates);
      // Some rings of the atlas cross themselves, and then their own area is not well defined.
      expect([id, Math.abs(found - drawn) < 0.001 * drawn + islets + 2]).toEqual([id, true]);
      expect([id, Math.abs(found - stored) < 0.01 * stored]).toEqual([id, true]);
    }
  });

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
