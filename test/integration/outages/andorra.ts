import type { Client } from '@elastic/elasticsearch';
import { countries, type CountryDocument } from '../../../indices/countries.js';
import { LANGUAGES, type Language } from '../../../indices/languages.js';
import { cityResource } from '../../../ingest/cities/resource.js';
import { ingestResource } from '../../../ingest/ingestResource.js';
import { silentProgress as progress } from '../../../ingest/progress.js';
import type { Resource } from '../../../ingest/resource.js';

const perLanguage = <T>(value: T) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, value])) as Record<Language, T>;

const ring = [
  [1, 42],
  [2, 42],
  [2, 43],
  [1, 43],
  [1, 42],
];
const document: CountryDocument = {
  id: 'AND',
  names: perLanguage('Andorra'),
  folded: perLanguage('andorra'),
  rank: perLanguage(0),
  continent: 'Europe',
  population: 80_000,
  primary: true,
  border: { type: 'MultiPolygon', coordinates: [[ring]] },
};

const oneCountry: Resource<CountryDocument> = {
  definition: countries,
  begin: () =>
    Promise.resolve({
      outcomes: [{ origin: { file: 'andorra', line: 1, id: 'AND' }, document }],
      gate: () => Promise.resolve([]),
    }),
};

const town = {
  line: 1,
  sourceId: '1',
  countryCode: 'AD',
  name: 'La Vella',
  population: 20_000,
  latitude: 42.5,
  longitude: 1.5,
  capital: true,
};

/** The least data that every lookup finds something in: one country with one city. */
export async function ingestAndorra(client: Client, indexPrefix: string): Promise<void> {
  const context = { client, indexPrefix };
  await ingestResource(context, oneCountry, { progress });
  const cities = cityResource({ file: 'andorra', rows: () => [town] });
  await ingestResource(context, cities, { progress });
}
