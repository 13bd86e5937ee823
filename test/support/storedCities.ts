import type { Client } from '@elastic/elasticsearch';
import type { CityDocument } from '../../indices/cities.js';
import { type Language, LANGUAGES, type Names } from '../../indices/languages.js';

/** A city as it is read back: what is indexed only is not there. */
export type StoredCity = Omit<CityDocument, 'folded' | 'region_names'>;

const PAGE = 10_000;

/** All cities of an index prefix, by id. */
export async function readCities(client: Client, indexPrefix: string): Promise<StoredCity[]> {
  const cities: StoredCity[] = [];
  for (;;) {
    const last = cities.at(-1)?.id;
    const { hits } = await client.search<Omit<StoredCity, 'names'>>({
      index: `${indexPrefix}-cities`,
      size: PAGE,
      sort: [{ id: 'asc' }],
      _source: true,
      stored_fields: LANGUAGES.map(fieldOf),
      ...(last === undefined ? {} : { search_after: [last] }),
    });
    for (const { _source: city, fields } of hits.hits) {
      if (city !== undefined) cities.push({ ...city, names: namesOf(fields) });
    }
    if (hits.hits.length < PAGE) return cities;
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
