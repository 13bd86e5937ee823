import { LandGroup } from '../../../core/lands/land.js';
import { groupOf, landAt, parseLandId } from '../../../core/geo/land.js';
import { fold } from '../../../indices/fold.js';
import type { LandGroupDocument } from '../../../indices/lands.js';
import { findGenerations } from '../generation.js';
import type { Context } from '../resource.js';
import type { ResourceName } from '../resourceNames.js';
import { describeProbe, type LocationProbe, type NameProbe, type Probe } from './probe.js';
import {
  byId,
  citiesByName,
  closestCities,
  countriesAt,
  countriesByName,
  withinLand,
} from './queries.js';

/** What a name or a place on the map must find is among so many. */
const MOST_FOUND = 10;
/** There are as many places in one land. */
const MOST_WITHIN_LAND = 10_000;

/**
 * Asks the questions about a resource of an index of it, as the API would, and lists those that are
 * answered otherwise than expected.
 */
export async function askProbes(
  context: Context,
  { resource, index, probes }: { resource: ResourceName; index: string; probes: readonly Probe[] },
): Promise<string[]> {
  const complaints: string[] = [];
  for (const probe of probes.filter((each) => each.resource === resource)) {
    const found = await answer(context, index, probe);
    if (found.includes(probe.expect)) continue;
    const instead = found.length === 0 ? 'nothing' : found.slice(0, MOST_FOUND).join(', ');
    complaints.push(
      `the probe of ${describeProbe(probe)} should find ${probe.expect}, and finds ${instead}`,
    );
  }
  return complaints;
}

function answer(context: Context, index: string, probe: Probe): Promise<string[]> {
  return 'name' in probe ? byName(context, index, probe) : byLocation(context, index, probe);
}

async function byName(context: Context, index: string, probe: NameProbe): Promise<string[]> {
  const { resource, name, language } = probe;
  switch (resource) {
    case 'countries':
      return search(context, index, countriesByName(name, language));
    case 'cities':
      return search(context, index, citiesByName(name, language));
    case 'lands':
      return landWith(context, index, name.toLowerCase());
    case 'markers':
      return search(context, index, byId(name));
    case 'places':
      return placeNamed(context, index, probe);
  }
}

/** Names of places are not searched, so the place itself is looked at. */
async function placeNamed(
  { client }: Context,
  index: string,
  { name, expect }: NameProbe,
): Promise<string[]> {
  const { hits } = await client.search<{ name: string }>({ index, ...byId(expect) });
  return hits.hits.flatMap(({ _id: id = '', _source: place }) =>
    id === name || fold(place?.name ?? '').startsWith(fold(name)) ? [id] : [],
  );
}

async function byLocation(
  context: Context,
  index: string,
  { resource, latitude, longitude }: LocationProbe,
): Promise<string[]> {
  const point = { latitude, longitude };
  switch (resource) {
    case 'countries':
      return search(context, index, countriesAt(point));
    case 'cities':
      return closestCity(context, index, point);
    case 'lands':
      return landWith(context, index, landAt(point));
    case 'places':
    case 'markers':
      return search(context, index, withinLand(point), MOST_WITHIN_LAND);
  }
}

/** The land with an id, where there is one. */
async function landWith({ client }: Context, index: string, id: string): Promise<string[]> {
  const land = parseLandId(id);
  if (land === undefined) return [];
  const { hits } = await client.search<LandGroupDocument>({ index, ...byId(groupOf(land)) });
  const groups = hits.hits.flatMap(({ _source: group }) => group ?? []);
  return groups.some((group) => new LandGroup(group).countryOf(land) !== undefined) ? [land] : [];
}

/** In the countries that hold the point; only where none does, in those nearby. */
async function closestCity(
  context: Context,
  index: string,
  point: { latitude: number; longitude: number },
): Promise<string[]> {
  const { client, indexPrefix, standIns } = context;
  const { live } = await findGenerations(client, indexPrefix, 'countries');
  const countries = standIns?.countries ?? live;
  if (countries === undefined) {
    throw new Error(
      'A probe of cities at a location needs countries, and none are live: `npm run ingest -- countries` first.',
    );
  }
  const { hits } = await client.search({ index: countries, ...countriesAt(point), _source: false });
  const holding = hits.hits.filter(({ _score: score }) => (score ?? 0) > 0);
  const ids = (holding.length > 0 ? holding : hits.hits).map(({ _id: id = '' }) => id);
  return search(context, index, closestCities(point, ids), 1);
}

async function search(
  { client }: Context,
  index: string,
  query: ReturnType<typeof byId>,
  size = MOST_FOUND,
): Promise<string[]> {
  const { hits } = await client.search({ index, ...query, size, _source: false });
  return hits.hits.map(({ _id: id = '' }) => id);
}
