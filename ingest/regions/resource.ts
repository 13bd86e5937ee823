import type { Client } from '@elastic/elasticsearch';
import { chunk, groupBy, maxBy, uniq } from 'es-toolkit/array';
import { sumBy } from 'es-toolkit/math';
import { boundsOf } from '../../core/geo/box.js';
import { pointOf } from '../../core/geo/point.js';
import { fold } from '../../indices/fold.js';
import { namesBy } from '../../indices/languages.js';
import { regionProminence } from '../../indices/prominence.js';
import { type RegionDocument, regions } from '../../indices/regions.js';
import { type Fields, readByIds } from '../generations/diff.js';
import type { Origin, Resource } from '../generations/resource.js';
import { storedCities } from '../reference/storedCities.js';
import { divisionOf, regionCodesOf, regionNames } from '../reference/geonames.js';
import { countriesBy } from '../reference/iso.js';

const CITY_FIELDS = ['id', 'country_id', 'region_id', 'region_name', 'name', 'population', 'location'] as const; // prettier-ignore
const NAME_FIELDS = ['names', 'region_names'];
const PAGE = 10_000;
/** From this share of its people on, a city of its name stands for a region. */
const NAMESAKE_SHARE = 1 / 3;

type StoredCity = Awaited<ReturnType<typeof storedCities<(typeof CITY_FIELDS)[number]>>>[number];

/** Returns the regions of a generation of cities. */
export function regionsOf({ index: from }: Origin): Resource<RegionDocument> {
  return {
    definition: regions,
    recipe: { cities: from },
    sources: () => [{ generation: from }],
    async begin({ client }) {
      const documents = await readRegions(client, from);
      return {
        expectedRows: documents.length,
        outcomes: documents.map((document, at) => {
          return { origin: { file: from, line: at + 1, id: document.id }, document };
        }),
        gate: () => Promise.resolve([]),
      };
    },
  };
}

async function readRegions(client: Client, index: string): Promise<RegionDocument[]> {
  const cities = await storedCities(client, index, CITY_FIELDS);
  const all = Object.entries(groupBy(cities, (city) => city.region_id ?? ''));
  const groups = all.flatMap(([id, of]) => {
    const largest = maxBy(of, ({ population }) => population);
    return id === '' || largest === undefined ? [] : [{ id, cities: of, largest }];
  });
  const documents: RegionDocument[] = [];
  for (const some of chunk(groups, PAGE)) {
    const ids = some.map(({ largest }) => largest.id);
    const names = await readByIds(client, index, ids, NAME_FIELDS);
    for (const group of some)
      documents.push(
        documentOf(group.id, group.cities, group.largest, names.get(group.largest.id)),
      );
  }
  return documents;
}

/** Returns a region, with the names that its largest city states, and the built-in ones. */
function documentOf(
  id: string,
  cities: readonly StoredCity[],
  largest: StoredCity,
  texts: Fields = {},
): RegionDocument {
  const { country_id, region_name, location } = largest;
  const name = region_name ?? '';
  const textsIn = (field: string) => namesBy((language) => texts[`${field}.${language}`] as string);
  const names = textsIn('region_names');
  const alpha2 = countriesBy('id').get(country_id)?.alpha2 ?? '';
  const code = divisionOf(alpha2, name);
  const aliases = code === undefined ? [] : regionCodesOf(code);
  const own = uniq([name, ...Object.values(names)].map(fold));
  const all = uniq([...own, ...aliases.map(fold)]);
  const population = sumBy([...cities], (city) => city.population);
  const ofLargest = [largest.name, ...Object.values(textsIn('names'))].map(fold);
  const hasNamesake = largest.population > population * NAMESAKE_SHARE && ofLargest.some((each) => own.includes(each)); // prettier-ignore
  return {
    ...{ id, country_id, name, names, aliases, location },
    shown_names: regionNames().get(code ?? '') ?? {},
    bounds: boundsOf(cities.map((city) => pointOf(city.location))),
    ...(hasNamesake && { namesake: true }),
    prominence: regionProminence(population, all.length),
  };
}
