import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { omit } from 'es-toolkit/object';
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { RefusedError } from '../../../../core/cli/failure.js';
import { MAX_EDGE_METERS } from '../../../../ingest/borders/edges.js';
import {
  type OwnCountry,
  type OwnShapes,
  ownShapes,
  type OwnBorders,
} from '../../../../ingest/borders/ownShapes.js';
import { foldReason } from '../../../../ingest/files/reasons.js';
import { countryCodes } from '../../../../ingest/reference/iso.js';
import { testFolder } from '../../../support/folder.js';
import { selfIntersections } from '../../../support/selfIntersections.js';
import { areaSquareKm, haversineMeters } from '../../../support/sphere.js';

const folder = testFolder();

const box = (west: number, south: number, east: number, north: number): Position[] =>
  [[west, south], [east, south], [east, north], [west, north], [west, south]]; // prettier-ignore

function drawn(properties: object, ...polygons: Position[][][]): object {
  return { type: 'Feature', properties, geometry: { type: 'MultiPolygon', coordinates: polygons } };
}

/** What files have in them, sound and not. */
const FEATURES = [
  drawn({ iso: 'FRA', name: 'France', de: 'Frankreich' }, [box(0, 44, 5, 49)], [box(-54, 3, -52, 5)], [box(55.3, -21.3, 55.4, -21.2)]),
  drawn({ iso: 'FRA', name: 'Corse' }, [box(8.5, 41.4, 9.5, 43)]),
  drawn({ iso: 'de', name: 'Germany', de: ' ' }, [box(7, 48, 14, 54), box(10, 50, 11, 51)]),
  drawn({ iso: 'CYP', name: 'Cyprus' }, [box(32, 34.6, 34, 35)]),
  drawn({ iso: 'CYN', name: 'N. Cyprus', de: 'Nordzypern' }, [box(32, 35, 34, 35.4)]),
  drawn({ iso: 'KOS', name: 'Kosovo', de: 'Kosovo' }, [box(20, 42, 21, 43)]),
  drawn({ iso: '-99', name: 'Bir Tawil' }, [box(33, 21, 34, 22)]),
  drawn({ iso: '-99', name: 'Somaliland' }, [box(43, 9, 48, 11)]),
  drawn({ iso: '-98', name: 'Atlantis' }, [box(-40, 30, -38, 32)]),
  drawn({ iso: null, name: null }, [box(-40, 40, -38, 42)]),
  // Not closed.
  drawn({ iso: 'CHE', name: 'Switzerland' }, [box(6, 46, 10, 47.5).slice(0, -1)]),
  // Its ring crosses itself in the middle: an area of zero, as it is signed.
  drawn({ iso: 'AUT', name: 'Austria' }, [[[12, 47], [16, 47], [12, 48], [16, 48], [12, 47]]]),
  // Across ±180°, in one go or with longitudes that go on.
  drawn({ iso: 'FJI', name: 'Fiji' }, [[[177, -19], [-178, -19], [-178, -16], [177, -16], [177, -19]]]),
  drawn({ iso: 'TUV', name: 'Tuvalu' }, [box(179, -9, 181, -8)]),
  drawn({ iso: 'ESP', name: 'Spain' }, [box(44, 100, 45, 110)]),
  { type: 'Feature', properties: { iso: 'PRT' }, geometry: { type: 'Point', coordinates: [0, 0] } },
  drawn({ iso: 'ITA', name: 'Italy' }, [[[8, 44], [9, 45], [8, 44]]]),
  drawn({ iso: 'REU', name: 'Réunion' }, [box(55.5, -21.3, 55.6, -21.2)]),
  // Around the North Pole.
  drawn({ iso: 'KOS' }, [[[0, 80], [90, 80], [180, 80], [-90, 80], [0, 80]]]),
]; // prettier-ignore

async function read(
  sources: Partial<OwnBorders>,
  features: readonly object[] = FEATURES,
): Promise<OwnShapes> {
  const collection = { type: 'FeatureCollection', features };
  const borders = folder.write('borders.geojson', JSON.stringify(collection));
  return await ownShapes({ borders, code: 'iso', ...sources });
}

const CHOICES: Partial<OwnBorders> = {
  codes: { CYN: 'CYP', KOS: 'XKX', '-99': null, Somaliland: 'SOM', Germany: 'AUT' },
  names: { en: 'name', de: 'de' },
  missing: 'left-out',
};

function area({ coordinates }: MultiPolygon): number {
  const squareKm = (ring: Position[] | undefined): number => Math.abs(areaSquareKm(ring ?? []));
  return coordinates
    .map(([outer, ...holes]) => squareKm(outer) - holes.map(squareKm).reduce((a, b) => a + b, 0))
    .reduce((a, b) => a + b, 0);
}

test.each([
  ['the same feature twice', box(0, 44, 5, 49), true],
  ['a feature that overlaps another one of its code', box(1, 44, 6, 49), true],
  ['a feature beside another one of its code', box(5, 44, 6, 49), false],
])('%s', async (_, second, isDoubted) => {
  const features = [box(0, 44, 5, 49), second].map((ring) => drawn({ iso: 'LUX' }, [ring]));
  const { doubts } = await read({ missing: 'left-out' }, features);
  const text = /^2 features have the code of LUX, and \d+(\.\d+)? % of their land is there twice; leave out/;
  expect(doubts).toEqual(!isDoubted ? [] : [expect.stringMatching(text)]);
}); // prettier-ignore

describe('borders of one’s own', () => {
  let shapes: OwnShapes;
  beforeAll(async () => {
    shapes = await read(CHOICES);
  });

  const country = (id: string): OwnCountry => {
    const found = shapes.countries.find(({ code }) => code.id === id);
    if (found === undefined) throw new Error(`no ${id}`);
    return found;
  };

  test('are those of the countries that the file draws, by alpha-3 or alpha-2', () => {
    const ids = shapes.countries.map(({ code }) => code.id);
    expect(ids.join(' ')).toBe('AUT CHE CYP DEU FJI FRA GUF ITA REU SOM TUV XKX');
    expect(country('DEU').line).toBe(3);
  });

  test('have what other features add, and lose what is a country of its own', () => {
    // What is in the box of Réunion stays, because the file draws Réunion.
    expect(country('FRA').border().coordinates).toHaveLength(3);
    expect(country('REU').border().coordinates).toHaveLength(1);
    expect(country('GUF').border().coordinates).toHaveLength(1);
    // Merged where they touch.
    expect(country('CYP').border().coordinates).toHaveLength(1);
  });

  test('have the names of the country’s own feature', () => {
    expect(country('FRA').names).toEqual({ en: 'France', de: 'Frankreich' });
    expect(country('DEU').names).toEqual({ en: 'Germany' });
    expect(country('CYP').names).toEqual({ en: 'Cyprus' });
    expect(country('XKX').names).toEqual({ en: 'Kosovo', de: 'Kosovo' });
    expect(country('GUF').names).toEqual({});
  });

  test('are mended, and lie within their extents', () => {
    for (const each of shapes.countries) {
      if (each.code.id === 'ITA') continue;
      const mended = each.border();
      expect(selfIntersections(mended)).toEqual([]);
      for (const ring of mended.coordinates.flat()) {
        expect(ring.at(-1)).toEqual(ring[0]);
        let [x = NaN, y = NaN] = ring[0] ?? [];
        for (const [toX = NaN, toY = NaN] of ring) {
          expect(haversineMeters(x, y, toX, toY)).toBeLessThanOrEqual(MAX_EDGE_METERS);
          const isCovered = each.extents.some(({ west, south, east, north }) => toX >= west && toX <= east && toY >= south && toY <= north); // prettier-ignore
          expect(isCovered).toBe(true);
          [x, y] = [toX, toY];
        }
      }
    }
    expect(area(country('CHE').border())).toBeGreaterThan(50_000);
    // Two triangles.
    expect(country('AUT').border().coordinates).toHaveLength(2);
    const longitudes = (id: string): number[] =>
      country(id)
        .border()
        .coordinates.map(([outer = []]) => Math.max(...outer.map(([x = 0]) => x)))
        .sort((a, b) => a - b);
    expect(longitudes('FJI')).toEqual([-178, 180]);
    expect(longitudes('TUV')).toEqual([-179, 180]);
    expect(area(country('DEU').border())).toBeCloseTo(
      area({ type: 'MultiPolygon', coordinates: [[box(7, 48, 14, 54), box(10, 50, 11, 51)]] }),
      -3,
    );
  });

  test('without an area are refused by name', () => {
    expect(() => country('ITA').border()).toThrow('the border of ITA covers no area');
  });

  test('name every feature that could not be taken, but not what is left out', () => {
    const choice =
      'name its country in countries.codes by that code or name, or null to leave it out';
    expect(shapes.refused).toMatchObject([
      {
        line: 9,
        id: '-98',
        reason: `its iso is "-98" ("Atlantis"), and that is not a country code; ${choice}`,
      },
      {
        line: 10,
        id: 'unknown',
        reason: `its iso is "" (""), and that is not a country code; ${choice}`,
      },
      { line: 15, id: 'ESP', reason: expect.stringMatching(/are they swapped\?/) },
      { line: 16, id: 'PRT', reason: 'it draws a Point, not an area' },
    ]);
    const [one, other] = shapes.refused.map(({ reason }) => foldReason(reason));
    expect(one).toBe(other);
  });
});

test('countries that the file lacks are listed, with what can be done', async () => {
  await expect(read(omit(CHOICES, ['missing']))).rejects.toThrow(
    /has no border for 238 of the countries: ABW, .*"missing": "built-in".*"left-out".*Atlantis/s,
  );
});

test('a file of which no feature can be taken is refused before the built-in borders are read', async () => {
  const far = { missing: 'built-in' } as const;
  const failing = read(far, [
    drawn({ iso: 'FRA', name: 'France' }, [box(512_000, 44, 513_000, 49)]),
    { type: 'Feature', properties: { iso: 'DEU', name: 'Germany' } },
  ]);
  await expect(failing).rejects.toThrow(RefusedError);
  await expect(failing).rejects.toThrow(
    /borders\.geojson: none of the 2 features can be taken:\n- feature 1 \(FRA\): .*not degrees of WGS 84.*\n- feature 2 \(DEU\): it draws nothing$/,
  );
});

test('countries that the file lacks may be taken from the built-in borders', async () => {
  const { countries } = await read({ ...CHOICES, missing: 'built-in' });
  expect(countries).toHaveLength(250);
  const vatican = countries.find(({ code }) => code.id === 'VAT');
  expect(vatican?.border().coordinates).toHaveLength(1);
  expect(vatican?.line).toBeUndefined();
}, 60_000);

test('a field that no feature has is told, with those that there are', async () => {
  const reading = read({ code: 'ISO_A3', names: { fr: 'NOM' } });
  await expect(reading).rejects.toThrow(
    /has no field "ISO_A3" \(countries.code\), "NOM" \(countries.names.fr\). Its fields are iso, name, de\./,
  );
});

describe('the borders of world-atlas', () => {
  const require = createRequire(import.meta.url);
  const featuresOf = (scale: string): Feature<Polygon | MultiPolygon>[] => {
    const topology = require(`world-atlas/countries-${scale}.json`) as Topology<{ countries: GeometryCollection }>; // prettier-ignore
    return feature(topology, topology.objects.countries).features as Feature<Polygon | MultiPolygon>[]; // prettier-ignore
  };
  const byCode = (features: Feature[], change = (id: string): string => id): object[] => {
    const ids = new Map(countryCodes().map(({ numeric, id }) => [numeric, id]));
    return features.flatMap(({ id, geometry }) => {
      const iso = ids.get(String(id));
      return iso === undefined ? [] : [{ type: 'Feature', properties: { iso: change(iso) }, geometry }]; // prettier-ignore
    });
  };
  const doubtsOf = async (features: object[]): Promise<readonly string[]> =>
    (await read({ missing: 'left-out' }, features)).doubts;

  test.each(['10m', '50m', '110m'])(
    'are plausible at %s',
    async (scale) => {
      expect(await doubtsOf(byCode(featuresOf(scale)))).toEqual([]);
    },
    60_000,
  );

  test('are not with exchanged axes', async () => {
    const turn = (value: unknown): unknown =>
      Array.isArray(value) ? (typeof value[0] === 'number' ? value.toReversed() : value.map(turn)) : value; // prettier-ignore
    const features = byCode(featuresOf('110m')) as { geometry: { coordinates: unknown } }[];
    const turned = features.map((each) => ({
      ...each,
      geometry: { ...each.geometry, coordinates: turn(each.geometry.coordinates) },
    }));
    expect(await doubtsOf(turned)).toEqual([
      expect.stringMatching(/^latitude and longitude of the borders seem to be exchanged: they hold \d+ of \d+ /), // prettier-ignore
    ]);
  });

  test('are not with the codes of others', async () => {
    const others: Record<string, string> = { AUT: 'AUS', AUS: 'AUT' };
    const features = byCode(featuresOf('110m'), (id) => others[id] ?? id);
    expect(await doubtsOf(features)).toEqual([
      'the borders of 2 countries do not hold their largest cities: AUS 0 of 20, AUT 0 of 11; correct the codes or the coordinates',
    ]);
  });
});
