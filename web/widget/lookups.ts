import type { Country, Entity, Resource } from './entities.js';
import { failureOf, noAnswer } from './lookupFailure.js';

const TIMEOUT_MS = 10_000;

/** Where lookups are asked, and by whom. */
export interface Service {
  /** Ends with a slash. */
  readonly url: string;
  /** Empty: none. */
  readonly token: string;
}

/** What is asked of `findByName`. */
export interface NameQuestion {
  readonly resource: Resource;
  readonly token: string;
  readonly lang: string;
  readonly limit: number;
  readonly primaryOnly: boolean;
  readonly anyName: boolean;
}

/** Returns the entities whose name begins with the token, the most populous first. */
export function findByName(
  service: Service,
  { resource, token, lang, limit, primaryOnly, anyName }: NameQuestion,
  signal: AbortSignal,
): Promise<readonly Entity[]> {
  const query = {
    token,
    lang,
    limit: String(limit),
    ...(primaryOnly ? { primary_only: 'true' } : {}),
    ...(anyName ? { any_name: 'true' } : {}),
  };
  return lookUp(service, `${resource}/findByName`, query, signal);
}

/** Returns the entity of an id, with its name in the language; undefined when there is none. */
export async function findById(
  service: Service,
  { resource, id, lang }: { resource: Resource; id: string; lang: string },
): Promise<Entity | undefined> {
  const ids = resource === 'cities' ? 'city_ids' : 'country_ids';
  const query = { [ids]: id, lang };
  const [entity] = await lookUp<readonly Entity[]>(service, `${resource}/findByIds`, query);
  return entity;
}

/** Returns all countries, with their names in the language. */
export function findAllCountries(service: Service, lang: string): Promise<readonly Country[]> {
  return lookUp(service, 'countries/findAll', { lang });
}

/**
 * Asks for `data`. The browser keeps answers as long as the service allows.
 *
 * @throws {LookupFailure} or the reason of the signal
 */
async function lookUp<Data>(
  { url, token }: Service,
  path: string,
  query: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Data> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
    headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
    credentials: 'omit',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw noAnswer(`${url} does not answer: ${String(error)}`);
  });
  if (!response.ok) throw await failureOf(response);
  const body: unknown = await response.json().catch((error: unknown) => {
    signal?.throwIfAborted();
    throw noAnswer(`The answer cannot be read: ${String(error)}`, response.status);
  });
  const { data } = (body ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) throw noAnswer(`${url} is not the service.`, response.status);
  return data as Data;
}
