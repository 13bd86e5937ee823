import { UnexpectedAnswer } from '../client/src/errors.js';
import type { City, Country, LookupPath } from '../client/src/routes.js';
import { Transport } from '../client/src/transport.js';

export type { City, Country };

/** The entities that are searched, by the name of their routes. */
export type Resource = 'cities' | 'countries';

/** How names are compared. `fuzzy` accepts typing errors, other names, regions and countries. */
export type NameMatch = 'prefix' | 'fuzzy';

export type Entity = City | Country;

/** An entity that was found. */
export interface Suggestion {
  readonly entity: Entity;
  /** The name that matched, if it is not the one shown. */
  readonly matchedName: string | null;
}

export function isCity(entity: Entity): entity is City {
  return 'country_id' in entity;
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
  readonly resource: Resource;
  readonly token: string;
  readonly lang: string;
  readonly limit: number;
  readonly match: NameMatch;
  /** Undefined for all. */
  readonly country_ids: readonly string[] | undefined;
  readonly primary_only: boolean | undefined;
  readonly any_name: boolean | undefined;
}

/** Returns the entities whose name matches the token, the best first. */
export async function findByName(
  service: Service,
  { resource, ...query }: NameQuery,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const path = `/${resource}/findByName` as const;
  const { data, matched_names: names } = await lookUp(service, path, query, signal);
  return data.map((entity, index) => ({ entity, matchedName: names?.[index] ?? null }));
}

/** Returns the entity with an id, its name in the language, or undefined if there is none. */
export async function findById(
  service: Service,
  { resource, id, lang }: { resource: Resource; id: string; lang: string },
): Promise<Entity | undefined> {
  const ids = resource === 'cities' ? 'city_ids' : 'country_ids';
  const path = `/${resource}/findByIds` as const;
  const { data } = await lookUp(service, path, { [ids]: id, lang });
  return data[0];
}

/** Looks up a list. @throws an error of the client, or the reason of the signal */
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
  if (Array.isArray(answer.data)) return { ...answer, data: answer.data as Entity[] };
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
