import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Land } from '../../../src/lands/present.js';
import { type Api, startApi } from '../../support/api.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const landAt = async (lat: number, lng: number): Promise<Land | undefined> =>
  (await api.get<Land[]>('/lands/findByLocation', { lat, lng })).body.data[0];

test('a land in Denver, the Mile High City, tells its altitude and its biome', async () => {
  const land = await landAt(39.7392, -104.9903);
  expect(Math.abs((land?.altitude ?? NaN) - 1_609)).toBeLessThan(50);
  expect(land).toMatchObject({
    main_biome: 'Temperate Grasslands, Savannas & Shrublands',
    biome_percents: { 'Temperate Grasslands, Savannas & Shrublands': 100 },
  });
});

test('of a land on an atoll that is too small for the data nothing is known', async () => {
  expect(await landAt(4.1748, 73.5089)).toMatchObject({
    country_id: 'MDV',
    altitude: null,
    main_biome: null,
    biome_percents: {},
  });
});
