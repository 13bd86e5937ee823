import type { Client, estypes } from '@elastic/elasticsearch';
import type { CityDocument } from '../../indices/cities.js';
import { type Language, LANGUAGES, type Names } from '../../indices/languages.js';

/** A city as it is read back: what is indexed only is not there. */
export type StoredCity = Omit<CityDocument, 'folded' | 'names' | 'region_names'>;

/** Such a city with its names in every language. */
export type NamedCity = StoredCity & { names: Names };

const PAGE = 10_000;

/** All cities of an index prefix, by id. */
export async function readCities(client: Client, indexPrefix: string): Promise<StoredCity[]> {
  const hits = await readHits(client, indexPrefix);
  return hits.flatMap(({ _source: city }) => city ?? []);
}

/** All cities of an index prefix with their names, by id; to read these costs as much again. */
export async function readNamedCities(client: Client, indexPrefix: string): Promise<NamedCity[]> {
  const hits = await readHits(client, indexPrefix, LANGUAGES.map(fieldOf));
  return hits.flatMap(({ _source: city, fields }) =>
    city === undefined ? [] : { ...city, names: namesOf(fields) },
  );
}

async function readHits(
  client: Client,
  indexPrefix: string,
  storedFields: string[] = [],
): Promise<estypes.SearchHit<StoredCity>[]> {
  const all: estypes.SearchHit<StoredCity>[] = [];
  for (;;) {
    const last = all.at(-1)?._source?.id;
    const { hits } = await client.search<StoredCity>({
      index: `${indexPrefix}-cities`,
      size: PAGE,
      sort: [{ id: 'asc' }],
      _source: true,
      ...(storedFields.length > 0 && { stored_fields: storedFields }),
      ...(last !== undefined && { search_after: [last] }),
    });
    for (const hit of hits.hits) all.push(hit);
    if (hits.hits.length < PAGE) return all;
  }
}

const fieldOf = (language: Language): string => `names.${language}`;

function namesOf(fields: Record<string, string[]> = {}): Names {
  const names: Names = {};
  for (const language of LANGUAGES) {
    const name = fields[fieldOf(language)]?.[0];
    if (name !== undefined) names[language] = name;
  }
  return names;
}
