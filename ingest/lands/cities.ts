import type { Client } from '@elastic/elasticsearch';
import { pickBy } from 'es-toolkit/object';
import { cities } from '../../indices/cities.js';
import type { LandCity } from '../../indices/lands.js';
import { findGenerations } from '../generations/generation.js';
import type { Context } from '../generations/resource.js';
import { storedCities } from '../sources/storedCities.js';

/**
 * Returns the index of the cities that lands are made from: of the live generation, or of this run.
 * @throws if there is none
 */
export async function liveCities({ client, indexPrefix, overrides }: Context): Promise<string> {
  const override = overrides?.[cities.resource];
  if (override !== undefined) return override;
  const { live } = await findGenerations({ client, indexPrefix }, cities.resource);
  if (live !== undefined) return live;
  throw new Error('Lands need cities, and none are live. Run `npm run ingest -- cities` first.');
}

/**
 * Reads all cities of an index, in ascending order of their ids.
 * @throws if the index is empty or gone
 */
export async function readCities(client: Client, index: string): Promise<LandCity[]> {
  const stored = await storedCities(client, index, [
    'id',
    'country_id',
    'name',
    'names',
    'region_name',
    'region_names',
    'primary',
    'location',
  ]);
  if (stored.length === 0) throw new Error(`${index} holds no cities. Ingest cities again.`);
  return stored
    .map(({ names, region_names: regionNames, ...city }) => {
      // Names equal to the default one need not be stored with every group of lands.
      const others = pickBy(names, (name) => name !== city.name);
      const otherRegions = pickBy(regionNames, (name) => name !== city.region_name);
      return {
        ...city,
        ...(Object.keys(others).length > 0 && { names: others }),
        ...(Object.keys(otherRegions).length > 0 && { region_names: otherRegions }),
      };
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}
