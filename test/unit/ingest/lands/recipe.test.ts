import { Client } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { landResource } from '../../../../ingest/lands/resource.js';
import type { Resource } from '../../../../ingest/generations/resource.js';
import { UNKNOWN_TERRAIN } from '../../../support/unknownTerrain.js';

/** That of lands by a file of heights and one of biomes, by their names and contents. */
async function recipeBy(
  [heights, ofHeights]: readonly [string, string],
  [biomes, ofBiomes]: readonly [string, string],
): Promise<Resource['recipe']> {
  const client = new Client({ node: 'http://127.0.0.1:1' });
  // The cities are told, and so nothing is asked.
  const context = { client, indexPrefix: 'unused', standIns: { cities: 'geo-cities-g1' } };
  const { recipe } = await landResource(context, {
    countries: ['LIE'],
    heights: {
      ...UNKNOWN_TERRAIN.heights,
      files: [{ name: heights, bytes: 1, sha256: ofHeights }],
    },
    biomes: { ...UNKNOWN_TERRAIN.biomes, files: [{ name: biomes, bytes: 1, sha256: ofBiomes }] },
  });
  return recipe;
}

test('other heights or biomes are another recipe, though folders of both are called the same', async () => {
  const before = await recipeBy(['tiles', 'a'], ['tiles', 'b']);
  expect(await recipeBy(['tiles', 'other'], ['tiles', 'b'])).not.toEqual(before);
  expect(await recipeBy(['tiles', 'a'], ['tiles', 'other'])).not.toEqual(before);
});

test('a file that is called as a part of the recipe does not take its place', async () => {
  const { countries, atlas } = await recipeBy(['countries', 'a'], ['atlas', 'b']);
  expect([countries, atlas]).toEqual(['LIE', expect.stringMatching(/^\d/)]);
});
