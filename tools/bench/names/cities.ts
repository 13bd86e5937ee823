import { liveAlias } from '../../../core/elasticsearch/names.js';
import { cities as cityIndex } from '../../../indices/cities.js';
import { builtInCities } from '../../../ingest/cities/builtIn.js';
import { countryNames } from '../../../ingest/countries/documents.js';
import type { Context } from '../../../ingest/generations/resource.js';
import { storedCities } from '../../../ingest/generations/storedCities.js';

/** A city with everything that people may type to find it, in English. */
export interface NamedCity {
  id: string;
  population: number;
  /** The default name, and the English name if it differs. */
  names: readonly string[];
  aliases: readonly string[];
  /** Name, id, and two-letter code. */
  country: readonly [name: string, id: string, code: string];
  /** The name if it is known, and the code of a state of the USA. Other codes are numbers. */
  region: readonly string[];
}

/** Returns the built-in cities that an index has, the most populous first. */
export async function namedCities({ client, indexPrefix }: Context): Promise<NamedCity[]> {
  const index = liveAlias(indexPrefix, cityIndex.resource);
  const stored = await storedCities(client, index, ['id', 'source_id', 'country_id']);
  const idsOf = new Map(stored.map((city) => [city.source_id, city]));
  const namesOf = countryNames();
  const rows = builtInCities().rows();
  return rows.flatMap(({ sourceId, countryCode, name, names, population, ...row }) => {
    const { id, country_id: countryId } = idsOf.get(sourceId) ?? {};
    if (id === undefined || countryId === undefined) return [];
    const country = namesOf(countryCode).names.en;
    const [state] = countryCode === 'US' ? (row.regionCodes ?? []) : [];
    return {
      id,
      population,
      names: [...new Set([name, names?.en ?? name])],
      aliases: row.aliases ?? [],
      country: [country, countryId, countryCode] as const,
      region: [row.regionName, state].filter((text) => text !== undefined),
    };
  });
}
