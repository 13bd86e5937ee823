import type { estypes } from '@elastic/elasticsearch';
import { orderBy } from 'es-toolkit/array';
import { groupOf, landAt, parseLandId } from '../../../core/geo/land.js';
import type { Point } from '../../../core/geo/point.js';
import { LandGroup } from '../../../core/lands/land.js';
import { countriesAt, decidingIds, readCountriesAt } from '../../../core/queries/borders.js';
import { BY_POPULARITY, BY_POPULATION, citiesNamed, countriesNamed, placesNamed } from '../../../core/queries/names.js'; // prettier-ignore
import { closestCity, inLands } from '../../../core/queries/nearby.js';
import { fold, searchablePrefix } from '../../../indices/fold.js';
import type { LandGroupDocument } from '../../../indices/lands.js';
import { DEFAULT_LANGUAGE } from '../../../indices/languages.js';
import type { RegionDocument } from '../../../indices/regions.js';
import { findGenerations } from '../generation.js';
import type { Context, LocationProbe, NameProbe, Probe } from '../resource.js';
import type { Check, Loaded, Measure } from './check.js';

/** The expected id must be among so many. */
const MAX_FOUND = 10;
/** One land has no more places, and the world has no more regions. */
const ALL = 10_000;

/** Asks a generation the probes of its resource, as the API would. */
export const probes: Check<Pick<Loaded, 'context' | 'name' | 'index' | 'probes'>> = {
  name: 'probes',
  async measure({ context, name, index, probes: all = [] }) {
    const asked = all.filter(({ resource }) => resource === name);
    if (asked.length === 0) return [];
    const measures: Measure[] = [];
    for (const probe of asked) {
      const ids =
        'name' in probe
          ? await findByName(context, index, probe)
          : await findByLocation(context, index, probe);
      if (ids.includes(probe.expect)) continue;
      const examples = ids.slice(0, MAX_FOUND);
      const complaint = `the probe of ${describe(probe)} should find ${probe.expect}, and finds ${examples.join(', ') || 'nothing'}`;
      measures.push({ complaint, examples });
    }
    return [{ value: measures.length, limit: 0, unit: 'count' }, ...measures];
  },
};

function describe(probe: Probe): string {
  if (!('name' in probe)) return `${probe.resource} at ${probe.latitude}, ${probe.longitude}`;
  const language = probe.language === undefined ? '' : ` in ${probe.language}`;
  return `${probe.resource} named "${probe.name}"${language}`;
}

async function findByName(context: Context, index: string, probe: NameProbe): Promise<string[]> {
  const { resource, name, language = DEFAULT_LANGUAGE } = probe;
  const prefix = searchablePrefix(name);
  const byId = { query: { ids: { values: [name] } } };
  switch (resource) {
    case 'countries':
      return idsOf(context, index, { query: countriesNamed(prefix, language), sort: BY_POPULATION }); // prettier-ignore
    case 'cities':
      return idsOf(context, index, { query: citiesNamed(prefix, language), sort: BY_POPULATION });
    case 'lands':
      return findLand(context, index, name.toLowerCase());
    case 'markers':
      return idsOf(context, index, byId);
    case 'regions':
    case 'places': {
      const [id] = await idsOf(context, index, byId);
      if (id !== undefined) return [id];
      if (resource === 'regions')
        return prefix === undefined ? [] : findRegions(context, index, prefix);
      return idsOf(context, index, { query: placesNamed(prefix), sort: BY_POPULARITY });
    }
  }
}

/** Finds regions by the start of a name, the best known first. The API searches all of them in its memory. */
async function findRegions({ client }: Context, index: string, prefix: string): Promise<string[]> {
  const { hits } = await client.search<RegionDocument>({ index, size: ALL });
  const all = hits.hits.flatMap(({ _source: region }) => region ?? []);
  const found = all.filter(({ name, names, aliases }) =>
    [name, ...Object.values(names), ...aliases].some((each) => fold(each).startsWith(prefix)),
  );
  const best = orderBy(found, ['prominence', 'id'], ['desc', 'asc']);
  return best.slice(0, MAX_FOUND).map(({ id }) => id);
}

async function findByLocation(
  context: Context,
  index: string,
  { resource, ...point }: LocationProbe,
): Promise<string[]> {
  switch (resource) {
    case 'countries':
      return (await findCountries(context, index, point)).map(({ id }) => id);
    case 'cities':
      return findClosestCity(context, index, point);
    case 'lands':
      return findLand(context, index, landAt(point));
    case 'places':
    case 'markers':
      return idsOf(context, index, { query: inLands([landAt(point)]), sort: [{ id: 'asc' }], size: ALL }); // prettier-ignore
  }
}

async function findCountries({ client }: Context, index: string, point: Point) {
  const { hits } = await client.search({ index, ...countriesAt(point) });
  const found = hits.hits.map(({ _id: id = '', matched_queries: matched = [] }) => ({ _id: id, matched_queries: matched as string[] })); // prettier-ignore
  return readCountriesAt(found);
}

async function findLand({ client }: Context, index: string, id: string): Promise<string[]> {
  const land = parseLandId(id);
  if (land === undefined) return [];
  const query = { ids: { values: [groupOf(land)] } };
  const { hits } = await client.search<LandGroupDocument>({ index, query });
  const groups = hits.hits.flatMap(({ _source: group }) => group ?? []);
  return groups.some((group) => new LandGroup(group).countryOf(land) !== undefined) ? [land] : [];
}

/** Finds the closest city of the countries that hold the point; if none does, of those nearby. */
async function findClosestCity(context: Context, index: string, point: Point): Promise<string[]> {
  const { live } = await findGenerations(context, 'countries');
  const countries = context.overrides?.countries ?? live;
  if (countries === undefined) {
    throw new Error(
      'A probe of cities at a location needs countries, and none are live. Run `npm run ingest -- countries` first.',
    );
  }
  const ids = decidingIds(await findCountries(context, countries, point));
  return idsOf(context, index, closestCity(ids, point, false));
}

async function idsOf(
  { client }: Context,
  index: string,
  request: estypes.SearchRequest,
): Promise<string[]> {
  const { hits } = await client.search({ size: MAX_FOUND, ...request, index, _source: false });
  return hits.hits.map(({ _id: id = '' }) => id);
}
