import type { Language } from '../languages.js';
import type { Point } from '../address.js';

/** Tokens with the scope `internal` may read everything, `public` only reference data. */
export type Scope = 'public' | 'internal';

export interface ApiRequest {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly query: Readonly<Record<string, string | number | boolean>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly scope: Scope;
}

/** Returns the path with the query string. */
export function targetOf({ path, query }: ApiRequest): string {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return search === '' ? path : `${path}?${search}`;
}

const get = (path: string, query: ApiRequest['query'], scope: Scope = 'public'): ApiRequest => ({
  method: 'GET',
  path,
  query,
  scope,
});

const at = ({ latitude, longitude }: Point): { lat: number; lng: number } => ({
  lat: latitude,
  lng: longitude,
});

export const locate = (point: Point, lang: Language): ApiRequest =>
  get('/locate', { ...at(point), lang });

export const landsAround = (point: Point, rings: number, lang: Language): ApiRequest =>
  get('/lands/findByLocation', { ...at(point), k: rings, lang });

export const allCountries = (lang: Language): ApiRequest => get('/countries/findAll', { lang });

/** Finds countries and cities. What is near `near` ranks higher. */
export const findNamed = (token: string, lang: Language, limit: number, near?: Point): ApiRequest =>
  get('/search', { token, lang, limit, ...(near && at(near)) });

/** Returns true if both search for the same text while it is typed, so one text starts with the other. */
export function isSameTyping(one: ApiRequest, other: ApiRequest): boolean {
  if (one.path !== '/search' || other.path !== '/search') return false;
  const [typed, before] = [String(one.query.token), String(other.query.token)];
  return typed.startsWith(before) || before.startsWith(typed);
}

export const largestCities = (
  countryIds: readonly string[],
  lang: Language,
  limit: number,
): ApiRequest => get('/cities/findByCountries', { country_ids: countryIds.join(), limit, lang });

export const citiesByIds = (ids: readonly string[], lang: Language): ApiRequest =>
  get('/cities/findByIds', { city_ids: ids.join(), lang });

export const placesAround = (point: Point, rings: number): ApiRequest =>
  get('/places/findByLocation', { ...at(point), k: rings }, 'internal');

export const markersWithin = (point: Point, radius: number, season: number): ApiRequest =>
  get('/markers/findByRadius', { ...at(point), radius, season }, 'internal');

export const buildMarker = (id: string, season: number, icon: number): ApiRequest => ({
  method: 'PUT',
  path: '/markers/update',
  query: {},
  body: { id, season, icon },
  scope: 'internal',
});

export const clearMarker = (id: string): ApiRequest => ({
  method: 'PUT',
  path: '/markers/remove',
  query: {},
  body: { id },
  scope: 'internal',
});

export const dataReport = (): ApiRequest => get('/data', {});

/** Returns the address of the service, which may be below a path. It does not end with a slash. */
export function serviceAddress(): string {
  return new URL('.', location.href).href.replace(/\/$/, '');
}
