import type { Client } from '@elastic/elasticsearch';
import { countries, type CountryDocument } from '../../../indices/countries.js';
import type { IndexDefinition } from '../../../indices/definition.js';
import { lands } from '../../../indices/lands.js';
import { perLanguage } from '../../../indices/languages.js';
import { type MarkerDocument, markers } from '../../../indices/markers.js';
import { type PlaceDocument, places } from '../../../indices/places.js';
import { cityResource } from '../../../ingest/cities/resource.js';
import { ingestResource } from '../../../ingest/generations/ingestResource.js';
import { ensureBuilds } from '../../../ingest/markers/builds.js';
import { silentProgress as progress } from '../../../core/cli/progress.js';
import type { Resource } from '../../../ingest/generations/resource.js';
import { landGroups, UNKNOWN_SURROUNDINGS } from '../../support/landGroups.js';

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
  folded: { ...perLanguage('andorra'), any: ['andorra'] },
  aliases: [],
  continent: 'Europe',
  prominence: 5,
  languages: [],
  population: 80_000,
  primary: true,
  area_km2: 468,
  border: { type: 'MultiPolygon', coordinates: [[ring]] },
  border_packed: '',
};

/** The land of the city below. */
export const LAND_ID = '88396238d5fffff';

const groups = landGroups([LAND_ID], {
  countryId: 'AND',
  ...UNKNOWN_SURROUNDINGS,
  cities: [
    {
      id: 'AND_LaVella',
      country_id: 'AND',
      name: 'La Vella',
      region_name: null,
      primary: true,
      location: [1.5, 42.5],
    },
  ],
});
const marker: MarkerDocument = { id: 'square', land_id: LAND_ID, location: [1.5, 42.5] };

const place: PlaceDocument = {
  ...marker,
  name: 'The square',
  subtitle: null,
  category: null,
  address: null,
  photos: [],
  popularity: null,
  rating: null,
  website: null,
};

/** These documents, as a resource of their own. */
function only<Document extends { id: string }>(
  definition: IndexDefinition,
  ...documents: Document[]
): Resource<Document> {
  return {
    definition,
    recipe: {},
    begin: () =>
      Promise.resolve({
        outcomes: documents.map((each, position) => ({
          origin: { file: 'andorra', line: position + 1, id: each.id },
          document: each,
        })),
        gate: () => Promise.resolve([]),
      }),
  };
}

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

/** The least data that every lookup finds something in: one of each kind; and more markers, elsewhere. */
export async function ingestAndorra(
  client: Client,
  indexPrefix: string,
  moreMarkers: readonly MarkerDocument[] = [],
): Promise<void> {
  const context = { client, indexPrefix };
  await ensureBuilds(context, { progress });
  const cities = cityResource({ file: 'andorra', rows: () => [town] });
  const resources: Resource[] = [
    only(countries, document),
    cities,
    only(lands, ...groups),
    only(places, place),
    only(markers, marker, ...moreMarkers),
  ];
  for (const resource of resources) await ingestResource(context, resource, { progress });
}
