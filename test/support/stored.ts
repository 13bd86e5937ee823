import type { Client, estypes } from '@elastic/elasticsearch';
import type { CityDocument } from '../../indices/cities.js';
import { type Language, LANGUAGES, type Names } from '../../indices/languages.js';
import { cellToChildren } from 'h3-js';
import { type LandFacts, LandGroup } from '../../core/lands/land.js';
import type { LandGroupDocument } from '../../indices/lands.js';
import { storedPages } from '../../core/elasticsearch/storedPages.js';

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

/** All live lands of an index prefix by their ids: not to be asked of the whole world, which has 200 million. */
export async function readLands(
  client: Client,
  indexPrefix: string,
): Promise<Map<string, LandFacts>> {
  const lands = new Map<string, LandFacts>();
  const pages = storedPages<LandGroupDocument>(client, `${indexPrefix}-lands`, { size: 1_000 });
  for await (const page of pages) {
    for (const { _source: stored } of page) {
      if (stored === undefined) throw new Error('a group has no source');
      const group = new LandGroup(stored);
      for (const id of cellToChildren(stored.id, 8)) {
        const land = group.land(id, 'en');
        if (land !== undefined) lands.set(id, land);
      }
    }
  }
  return lands;
}
