import { Client } from '@elastic/elasticsearch';
import { describe, expect, test } from '@jest/globals';
import type { Position } from 'geojson';
import { cellToLatLng, getPentagons } from 'h3-js';
import { BorderEdges } from '../../../../ingest/lands/territories.js';
import { builtInOwners, packOwners } from '../../../../ingest/lands/ownersFile.js';
import { landResource } from '../../../../ingest/lands/resource.js';
import { UNKNOWN_TERRAIN } from '../../../support/landGroups.js';
import { expectAllAndOnly } from '../../../support/landOracle.js';
import { drawnCountry, realCountries } from '../../../support/landTerritories.js';
import { destination } from '../../../support/sphere.js';

describe('lands of real countries, each cell compared with brute force', () => {
  test.each([
    ['Andorra', ['AND', 'ESP', 'FRA']],
    ['Vatican City, an enclave', ['VAT', 'ITA']],
    ['Saint Martin, half an island', ['MAF', 'SXM']],
    ['Fiji, on both sides of ±180°', ['FJI']],
    ['Tuvalu, islets of some hundred metres', ['TUV']],
  ])(
    '%s',
    (_, ids) => {
      expectAllAndOnly(realCountries(ids));
    },
    60_000,
  );
});

describe('lands of drawn countries, each cell compared with brute force', () => {
  const circle = (latitude: number, longitude: number, meters: number): Position[] => {
    const count = Math.ceil(meters / 50) + 24;
    return Array.from({ length: count }, (_, step) => {
      const bearing = (-2 * Math.PI * step) / count;
      const point = destination({ latitude, longitude }, bearing, meters);
      return [point.longitude, point.latitude];
    });
  };

  test.each(getPentagons(8).slice(0, 2))('around the pentagon %s', (pentagon) => {
    const [latitude, longitude] = cellToLatLng(pentagon);
    expectAllAndOnly([drawnCountry('AAA', [circle(latitude, longitude, 5_000)])]);
  });

  test.each([89.99, -89.99])('around the pole, at %d°', (latitude) => {
    expectAllAndOnly([drawnCountry('AAA', [circle(latitude, 30, 8_000)])]);
  });

  test.each([-65, 0, 83])('across ±180° at %i°', (latitude) => {
    expectAllAndOnly([drawnCountry('AAA', [circle(latitude, 179.97, 8_000)])]);
    expectAllAndOnly([drawnCountry('AAA', [circle(latitude, -180, 4_000)])]);
  });

  test('islets within a single cell', () => {
    const islets = Array.from({ length: 30 }, (_, place) => circle(place, 10 + place, 30));
    expectAllAndOnly([drawnCountry('AAA', islets)]);
  });

  test('three countries, each drawn within the next one', () => {
    const countries = [4_000, 8_000, 12_000].map((meters, place) =>
      drawnCountry(`AA${place}`, [circle(47, 8, meters)]),
    );
    for (const chosen of countries) {
      expectAllAndOnly([chosen, ...countries.filter((other) => other !== chosen)]);
    }
  });

  test('two that meet in a line, and two that overlap', () => {
    const box = (west: number, east: number): Position[] => [[west, 10], [east, 10], [east, 10.2], [west, 10.2]]; // prettier-ignore
    for (const start of [20.1, 20.07]) {
      const west = drawnCountry('AAA', [box(20, 20.1)]);
      const east = drawnCountry('BBB', [box(start, 20.25)]);
      expectAllAndOnly([west, east]);
      expectAllAndOnly([east, west]);
    }
  });
});

describe('the owners that come with the project', () => {
  test('are read as they were packed, if they are of the same borders', () => {
    const cells = [{ id: '8400003ffffffff', country_ids: ['FRA'], owners: [0, 2000, -1, 401] }];
    const packed = packOwners(cells, 'these borders');
    expect([...(builtInOwners(packed, 'these borders') ?? [])]).toEqual(cells);
    expect(builtInOwners(packed, 'other borders')).toBeUndefined();
  });
});

describe('the edges of a border across ±180°', () => {
  /** A degree high, from 179° E to 179° W. */
  const across = drawnCountry('AAA', [[[179, 10], [-179, 10], [-179, 11], [179, 11]]]); // prettier-ignore
  const edges = new BorderEdges(across.border);
  const inside = { point: { latitude: 10.2, longitude: 179.5 }, isHeld: true };
  const outside = { point: { latitude: 11.2, longitude: 178.5 }, isHeld: false };

  test.each([
    [180, true],
    [-180, true],
    [179.999_999, true],
    [-179.999_999, true],
    [179.001, true],
    [178.999, false],
    [-178.999, false],
    [0, false],
  ])('at %d° hold a point: %s, with or without a known point', (longitude, isHeld) => {
    for (const known of [undefined, inside, outside]) {
      expect(edges.holds({ latitude: 10.5, longitude }, known)).toBe(isHeld);
      expect(edges.holds({ latitude: 11.5, longitude }, known)).toBe(false);
    }
  });

  test('may cross boxes on both sides', () => {
    const box = (west: number, east: number) => [{ west, east, south: 10.2, north: 10.4 }];
    expect(edges.mayCross(box(178.9, 179.1))).toBe(true);
    expect(edges.mayCross(box(-179.1, -178.9))).toBe(true);
    expect(edges.mayCross(box(179.1, 179.9))).toBe(false);
    expect(edges.mayCross(box(-170, 170))).toBe(false);
  });
});

describe('the recipe of lands', () => {
  const fileOf = (name: string, sha256: string) => ({ name, bytes: 1, sha256 });

  /** Makes no request, because the generation of cities is given. */
  async function recipeOf(
    countries: readonly string[],
    heights = fileOf('tiles', 'a'),
    biomes = fileOf('tiles', 'b'),
  ) {
    const client = new Client({ node: 'http://127.0.0.1:1' });
    const context = { client, indexPrefix: 'unused', overrides: { cities: 'geo-cities-g1' } };
    const made = await landResource(context, {
      countries,
      heights: { ...UNKNOWN_TERRAIN.heights, others: [heights] },
      biomes: { ...UNKNOWN_TERRAIN.biomes, others: [biomes] },
    });
    const content = (await made.sources?.())?.map((each) => ('name' in each ? each.sha256 : each));
    return { recipe: made.recipe, content };
  }

  test('has the chosen countries in any case, each once, in order, or all', async () => {
    const chosen = await recipeOf(['lux', 'AND', 'Lux', 'XKX']);
    expect(chosen).toMatchObject({ recipe: { countries: 'AND LUX XKX' } });
    const { recipe } = await recipeOf(['all']);
    expect(String(recipe.countries).split(' ')).toHaveLength(250);
  });

  test.each([
    [['ALL', 'FRA'], /no country ALL\..*or ALL alone/],
    [['LUX', 'ZZZ', 'FR', 'AND'], /no country FR, ZZZ\. Give/],
    [[], /list of countries for lands is empty/],
  ])('rejects %j', async (countries, message) => {
    await expect(recipeOf(countries)).rejects.toThrow(message);
  });

  test('changes with heights or biomes, whatever the names of their files', async () => {
    const before = await recipeOf(['LIE']);
    expect(await recipeOf(['LIE'], fileOf('tiles', 'other'))).not.toEqual(before);
    expect(await recipeOf(['LIE'], undefined, fileOf('tiles', 'other'))).not.toEqual(before);
    expect(await recipeOf(['LIE'], fileOf('tiles', 'b'), fileOf('tiles', 'a'))).not.toEqual(before);
    expect(await recipeOf(['LIE'], fileOf('countries', 'a'), fileOf('borders', 'b'))).toEqual(before); // prettier-ignore
  });
});
