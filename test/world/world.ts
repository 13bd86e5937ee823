import { afterAll, beforeAll } from '@jest/globals';
import type { Client } from '@elastic/elasticsearch';
import { pointOf } from '../../core/geo/point.js';
import { type Api, builtInPrefix, createTestClient, startApi } from '../support/api.js';
import { byPopulation } from '../support/records.js';
import type { LatLng } from '../support/sphere.js';
import type { StoredCity } from '../support/stored.js';

/** Enough on a busy machine. */

/** The built-in data, and the API that answers from it. */
export interface World<City extends StoredCity> {
  api: Api;
  client: Client;
  /** The most populous first. */
  cities: City[];
}

/** Gives the tests of a file the world. It is empty until they run. */
export function shareWorld<City extends StoredCity>(
  readCities: (client: Client, indexPrefix: string) => Promise<City[]>,
): World<City> {
  const world = {} as World<City>;
  beforeAll(async () => {
    world.api = await startApi();
    world.client = createTestClient();
    world.cities = byPopulation(await readCities(world.client, builtInPrefix()));
  });
  afterAll(async () => {
    await world.client.close();
    await world.api.stop();
  });
  return world;
}

export const placeOf = ({ location }: StoredCity): LatLng => pointOf(location);
