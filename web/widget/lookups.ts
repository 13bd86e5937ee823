import { InvalidRequest, UnexpectedAnswer } from '../client/src/errors.js';
import type { City, Entity, Options } from '../client/src/element.js';
import type { LookupPath } from '../client/src/routes.js';
import { Transport } from '../client/src/transport.js';
import { readCoordinates, readLandId } from '../shared/coordinates.js';
import { tokenOf } from '../shared/typing.js';

/** An entity that was found. */
export interface Suggestion {
  readonly entity: Entity;
  /** The name that matched, if it is not the one shown. */
  readonly matchedName: string | null;
  /** A larger city nearby, if another city that was found has the same name, region and country. */
  readonly near?: string | undefined;
}

export function isCity(entity: Entity): entity is City {
  return 'country_id' in entity;
}

/** Returns the name that distinguishes an entity from its namesakes, such as `Springfield, Illinois`. */
export function fullName(entity: Entity): string {
  const { name } = entity;
  const region = isCity(entity) ? entity.region_name : null;
  return region && region !== name ? `${name}, ${region}` : name;
}

/** Returns the values of an entity that a form can send, by their names. */
export function formFields(entity: Entity): Readonly<Record<string, string | number | null>> {
  if (!isCity(entity)) return { ...entity };
  const { latlng, ...others } = entity;
  return { ...others, ...latlng };
}

const TIMEOUT_MS = 10_000;

/** The service that is searched, and the access to it. */
export interface Service {
  /** Ends with a slash. */
  readonly url: string;
  /** Empty for no token. */
  readonly token: string;
}

/** The resource and the parameters of a name search. */
export interface NameQuery {
  readonly resource: Options['resource'];
  readonly token: string;
  readonly lang: string;
  readonly limit: number;
  readonly match: Options['match'];
  /** Undefined for all. */
  readonly country_ids: readonly string[] | undefined;
  readonly primary_only: boolean | undefined;
  readonly any_name: boolean | undefined;
}

/** The best entities first. */
export interface NamesFound {
  readonly found: readonly Suggestion[];
  /** True if no name starts with the token, and these are like it. */
  readonly isNear: boolean;
}

/**
 * Returns the entities whose name matches the token, else those whose name is like it. Of coordinates or a land,
 * the closest city or the countries there.
 */
export async function findByName(
  service: Service,
  query: NameQuery,
  signal: AbortSignal,
): Promise<NamesFound> {
  const place = placeOf(query.token);
  if (place !== undefined)
    return { found: await findAt(service, query, place, signal), isNear: false };
  const found = await findMatches(service, query, signal);
  if (found.length > 0 || query.match === 'fuzzy') return { found, isNear: false };
  const near = await findMatches(service, { ...query, match: 'fuzzy' }, signal);
  return { found: near, isNear: near.length > 0 };
}

type Place = { land_id: string } | { lat: number; lng: number };

function placeOf(text: string): Place | undefined {
  const point = readCoordinates(text);
  if (point !== undefined) return { lat: point.latitude, lng: point.longitude };
  const land = readLandId(text);
  return land === undefined ? undefined : { land_id: land };
}

/** Returns the entities at a place, which is shown as the name that matched. */
async function findAt(
  service: Service,
  { resource, lang, limit, country_ids: countryIds, primary_only }: NameQuery,
  place: Place,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const path = `/${resource}/findByLocation` as const;
  const { data } = await lookUp(service, path, { ...place, lang, primary_only }, signal).catch(
    (error: unknown) => {
      // Not every id is that of a cell.
      if (error instanceof InvalidRequest) return { data: [] };
      throw error;
    },
  );
  const matchedName = Object.values(place).join(', ');
  return data
    .filter((entity) => isAmong(countryIds, entity))
    .slice(0, limit)
    .map((entity) => ({ entity, matchedName }));
}

function isAmong(countryIds: readonly string[] | undefined, entity: Entity): boolean {
  return countryIds === undefined || !isCity(entity) || countryIds.includes(entity.country_id);
}

async function findMatches(
  service: Service,
  { resource, token: text, ...query }: NameQuery,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const path = `/${resource}/findByName` as const;
  const sent = { token: tokenOf(text), ...query };
  const { data, matched_names: names } = await lookUp(service, path, sent, signal);
  const found = data.map((entity, index) => ({ entity, matchedName: names?.[index] ?? null }));
  const near = await nearTwins(service, sent, data.filter(isCity), signal);
  return found.map((each) => ({ ...each, near: near.get(each.entity.id) }));
}

/** Returns the name of a larger city near each twin, by the id of the twin, from the route that tells them apart. */
async function nearTwins(
  service: Service,
  { token, lang, limit, country_ids, primary_only }: Omit<NameQuery, 'resource'>,
  cities: readonly City[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const labelOf = (city: City) => `${city.country_id} ${fullName(city)}`;
  const labels = cities.map(labelOf);
  if (new Set(labels).size === labels.length) return new Map();
  const query = { token, types: 'city', lang, limit, country_ids, primary_only };
  // Without its answer the twins are shown alike.
  const { data } = await lookUp(service, '/search', query, signal).catch(() => ({ data: [] }));
  const found = data as unknown as readonly { city: City; near?: string }[];
  return new Map(found.flatMap(({ city, near }) => (near === undefined ? [] : [[city.id, near]])));
}

/** Returns the entity with an id, its name in the language, or undefined if there is none. */
export async function findById(
  service: Service,
  { resource, id, lang }: Pick<NameQuery, 'resource' | 'lang'> & { id: string },
): Promise<Entity | undefined> {
  const ids = resource === 'cities' ? 'city_ids' : 'country_ids';
  const path = `/${resource}/findByIds` as const;
  const { data } = await lookUp(service, path, { [ids]: id, lang });
  return data[0];
}

/** Looks up a list, also of one. @throws an error of the client, or the reason of the signal */
async function lookUp(
  { url, token }: Service,
  path: LookupPath,
  query: object,
  signal?: AbortSignal,
): Promise<{ data: readonly Entity[]; matched_names?: readonly (string | null)[] }> {
  const transport = new Transport({
    url,
    token,
    retries: 0,
    timeoutMs: TIMEOUT_MS,
    fetch: (target, { headers = {}, ...request }) =>
      fetch(target, { ...request, headers: token === '' ? {} : headers, credentials: 'omit' }),
  });
  const answer: { data?: unknown } = await transport.lookUp(path, query, { signal });
  // Where there is no city, there is no property.
  const { data = path === '/cities/findByLocation' ? [] : undefined } = answer;
  if (typeof data === 'object' && data !== null)
    return { ...answer, data: [data].flat() as Entity[] };
  const text = JSON.stringify(answer);
  throw new UnexpectedAnswer(url, { status: 200, text, retryAfterSeconds: undefined });
}

/** Names of countries by their ids. */
export type CountryNames = ReadonlyMap<string, string>;

const cachedNames = new Map<string, Promise<CountryNames>>();

/** Returns the names of all countries in a language. All elements of a page share one lookup. */
export function countryNames(service: Service, lang: string): Promise<CountryNames> {
  const key = JSON.stringify([service, lang]);
  const cached = cachedNames.get(key);
  if (cached !== undefined) return cached;
  const names = lookUp(service, '/countries/findAll', { lang }).then(
    ({ data }) => new Map(data.map(({ id, name }) => [id, name])),
  );
  cachedNames.set(key, names);
  names.catch(() => cachedNames.delete(key));
  return names;
}
