import type { estypes } from '@elastic/elasticsearch';
import { groupOf, landAt, parseLandId } from '../../../core/geo/land.js';
import type { Point } from '../../../core/geo/point.js';
import { LandGroup } from '../../../core/lands/land.js';
import { fold } from '../../../indices/fold.js';
import type { LandGroupDocument } from '../../../indices/lands.js';
import { DEFAULT_LANGUAGE } from '../../../indices/languages.js';
import { findGenerations } from '../generation.js';
import type { Context, LocationProbe, NameProbe, Probe } from '../resource.js';
import type { Check, Loaded, Measure } from './check.js';

/** The expected id must be among so many. */
const MAX_FOUND = 10;
/** One land has no more places. */
const MAX_WITHIN_LAND = 10_000;
/** The API enlarges borders by so much. */
const NEARBY = '7500m';
const BY_POPULATION: estypes.Sort = [{ population: 'desc' }, { id: 'asc' }];

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
  const { resource, name, language = DEFAULT_LANGUAGE, expect } = probe;
  const prefix = fold(name);
  const field = `folded.${language}`;
  switch (resource) {
    case 'countries':
    case 'cities': {
      // A city without a name in the language is found by its default one. Countries have all names.
      const byDefault = [{ prefix: { 'folded.default': prefix } }];
      const untranslated = { bool: { filter: byDefault, must_not: [{ exists: { field } }] } };
      const query = { bool: { should: [{ prefix: { [field]: prefix } }, untranslated] } };
      return idsOf(context, index, { query, sort: BY_POPULATION });
    }
    case 'lands':
      return findLand(context, index, name.toLowerCase());
    case 'markers':
      return idsOf(context, index, { query: { ids: { values: [name] } } });
    case 'regions':
    case 'places': {
      // Elasticsearch cannot search their names as the API does, so the name of the expected one is compared.
      const query = { ids: { values: [expect] } };
      const { hits } = await context.client.search<{ name: string }>({ index, query });
      return hits.hits.flatMap(({ _id: id = '', _source: place }) =>
        id === name || fold(place?.name ?? '').startsWith(prefix) ? [id] : [],
      );
    }
  }
}

function findByLocation(
  context: Context,
  index: string,
  { resource, ...point }: LocationProbe,
): Promise<string[]> {
  switch (resource) {
    case 'countries':
      return idsOf(context, index, countriesAt(point));
    case 'cities':
      return findClosestCity(context, index, point);
    case 'lands':
      return findLand(context, index, landAt(point));
    case 'places':
    case 'markers': {
      const query = { term: { land_id: landAt(point) } };
      return idsOf(context, index, { query, sort: [{ id: 'asc' }], size: MAX_WITHIN_LAND });
    }
  }
}

/** Finds the countries that hold a point, with a score of 1, then those nearby. */
function countriesAt({ latitude: lat, longitude: lon }: Point): estypes.SearchRequest {
  const shape = { type: 'point', coordinates: [lon, lat] };
  const holding = { geo_shape: { border: { shape, relation: 'intersects' as const } } };
  return {
    query: {
      bool: {
        filter: [{ geo_distance: { border: { lat, lon }, distance: NEARBY } }],
        should: [{ constant_score: { filter: holding } }],
      },
    },
    sort: [{ _score: { order: 'desc' } }, { population: 'desc' }, { id: 'asc' }],
    _source: false,
  };
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
  const { hits } = await context.client.search({ index: countries, ...countriesAt(point) });
  const holding = hits.hits.filter(({ _score: score }) => (score ?? 0) > 0);
  const ids = (holding.length > 0 ? holding : hits.hits).map(({ _id: id = '' }) => id);
  const origin: [number, number] = [point.longitude, point.latitude];
  const closest = { distance_feature: { field: 'location', origin, pivot: '1km' } };
  const query = { bool: { filter: [{ terms: { country_id: ids } }], should: [closest] } };
  return idsOf(context, index, { query, size: 1 });
}

async function idsOf(
  { client }: Context,
  index: string,
  request: estypes.SearchRequest,
): Promise<string[]> {
  const { hits } = await client.search({ size: MAX_FOUND, ...request, index, _source: false });
  return hits.hits.map(({ _id: id = '' }) => id);
}
