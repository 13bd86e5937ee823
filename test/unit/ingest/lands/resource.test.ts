import { Client } from '@elastic/elasticsearch';
import { describe, expect, test } from '@jest/globals';
import { landResource } from '../../../../ingest/lands/resource.js';
import { UNKNOWN_TERRAIN } from '../../../support/landGroups.js';

const fileOf = (name: string, sha256: string) => ({ name, bytes: 1, sha256 });

/** Makes no request, because the generation of cities is given. */
async function recipeOf(
  countries: readonly string[],
  heights = fileOf('tiles', 'a'),
  biomes = fileOf('tiles', 'b'),
) {
  const client = new Client({ node: 'http://127.0.0.1:1' });
  const context = { client, indexPrefix: 'unused', overrides: { cities: 'geo-cities-g1' } };
  const { recipe } = await landResource(context, {
    countries,
    heights: { ...UNKNOWN_TERRAIN.heights, files: [heights] },
    biomes: { ...UNKNOWN_TERRAIN.biomes, files: [biomes] },
  });
  return recipe;
}

describe('the chosen countries', () => {
  test('are accepted in any case, each once, in order', async () => {
    expect(await recipeOf(['lux', 'AND', 'Lux', 'XKX'])).toMatchObject({
      countries: 'AND LUX XKX',
    });
  });

  test('are all countries with ALL alone', async () => {
    const { countries } = await recipeOf(['all']);
    expect(String(countries).split(' ')).toHaveLength(250);
    await expect(recipeOf(['ALL', 'FRA'])).rejects.toThrow(/no country ALL\..*or ALL alone/);
  });

  test('must exist, and be at least one', async () => {
    await expect(recipeOf(['LUX', 'ZZZ', 'FR', 'AND'])).rejects.toThrow(
      /no country FR, ZZZ\. Give/,
    );
    await expect(recipeOf([])).rejects.toThrow(/No countries are given/);
  });
});

describe('the recipe', () => {
  test('changes with heights or biomes, even if files of both have the same name', async () => {
    const before = await recipeOf(['LIE']);
    expect(await recipeOf(['LIE'], fileOf('tiles', 'other'))).not.toEqual(before);
    expect(await recipeOf(['LIE'], undefined, fileOf('tiles', 'other'))).not.toEqual(before);
  });

  test('is not overwritten by a file that is named like a part of it', async () => {
    const recipe = await recipeOf(['LIE'], fileOf('countries', 'a'), fileOf('atlas', 'b'));
    expect(recipe).toMatchObject({ countries: 'LIE', atlas: expect.stringMatching(/^\d/) });
  });
});
