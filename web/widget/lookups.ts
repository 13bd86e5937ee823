import { UnexpectedAnswer } from '../client/src/errors.js';
import type { City, Country, LookupPath } from '../client/src/routes.js';
import { Transport } from '../client/src/transport.js';

export type { City, Country };

/** The entities that are searched, by the name of their routes. */
export type Resource = 'cities' | 'countries';

export type Entity = City | Country;

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

/** The parameters of a name search. */
export interface NameQuery {
  readonly resource: Resource;
  readonly token: string;
  readonly lang: string;
  readonly limit: number;
  readonly primaryOnly: boolean;
  readonly anyName: boolean;
}

/** Returns the entities whose name starts with the token, the most populous first. */
export function findByName(
  service: Service,
  { resource, token, lang, limit, primaryOnly, anyName }: NameQuery,
  signal: AbortSignal,
): Promise<readonly Entity[]> {
  const query = {
    token,
    lang,
    limit,
    ...(primaryOnly ? { primary_only: true } : {}),
    ...(anyName ? { any_name: true } : {}),
  };
  return lookUp(service, `/${resource}/findByName`, query, signal);
}

/** Returns the entity with an id, its name in the language, or undefined if there is none. */
export async function findById(
  service: Service,
  { resource, id, lang }: { resource: Resource; id: string; lang: string },
): Promise<Entity | undefined> {
  const ids = resource === 'cities' ? 'city_ids' : 'country_ids';
  const path = `/${resource}/findByIds` as const;
  const [entity] = await lookUp<Entity>(service, path, { [ids]: id, lang });
  return entity;
}

/** Looks up a list. @throws an error of the client, or the reason of the signal */
async function lookUp<Item>(
  { url, token }: Service,
  path: LookupPath,
  query: object,
  signal?: AbortSignal,
): Promise<readonly Item[]> {
  const transport = new Transport({
    url,
    token,
    retries: 0,
    timeoutMs: TIMEOUT_MS,
    fetch: (target, { headers = {}, ...request }) =>
      fetch(target, { ...request, headers: token === '' ? {} : headers, credentials: 'omit' }),
  });
  const answer: { data?: unknown } = await transport.lookUp(path, query, { signal });
  if (Array.isArray(answer.data)) return answer.data as Item[];
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
  const names = lookUp<Country>(service, '/countries/findAll', { lang }).then(
    (countries) => new Map(countries.map(({ id, name }) => [id, name])),
  );
  cachedNames.set(key, names);
  names.catch(() => cachedNames.delete(key));
  return names;
}
