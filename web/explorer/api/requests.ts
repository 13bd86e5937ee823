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
  const search = String(new URLSearchParams(query as Record<string, string>));
  return search === '' ? path : `${path}?${search}`;
}

type Query = ApiRequest['query'];

const get = (path: string, query: Query, scope: Scope = 'public'): ApiRequest => ({
  method: 'GET',
  path,
  query,
  scope,
});

const put = (path: string, body: Query): ApiRequest => ({
  method: 'PUT',
  path,
  query: {},
  body,
  scope: 'internal',
});

const at = ({ latitude: lat, longitude: lng }: Point) => ({ lat, lng });

/** Without the land, which `landsAround` finds: the rest is shown while lands are not live yet. */
export const locate = (point: Point, lang: Language): ApiRequest =>
  get('/locate', { ...at(point), lang, fields: 'countries,city,city_distance_km,time_zone' });

export const landsAround = (point: Point, rings: number, lang: Language): ApiRequest =>
  get('/lands/findByLocation', { ...at(point), k: rings, lang });

export const allCountries = (lang: Language): ApiRequest => get('/countries/findAll', { lang });

/** Finds countries, cities and regions. What is near `near` ranks higher. */
export const findNamed = (token: string, lang: Language, limit: number, near?: Point): ApiRequest =>
  get('/search', { token, lang, limit, ...(near && at(near)) });

export const findPlaces = (token: string, limit: number): ApiRequest =>
  get('/places/findByName', { token, limit }, 'internal');

const isSearch = ({ path }: ApiRequest) => path === '/search' || path === '/places/findByName';

/** Returns true if both search for the same text while it is typed, so one text starts with the other. */
export function isSameTyping(one: ApiRequest, other: ApiRequest): boolean {
  if (!isSearch(one) || one.path !== other.path) return false;
  const [typed, before] = [String(one.query.token), String(other.query.token)];
  return typed.startsWith(before) || before.startsWith(typed);
}

export const largestCities = (ids: readonly string[], lang: Language, limit: number): ApiRequest =>
  get('/cities/findByCountries', { country_ids: ids.join(), limit, lang });

export const citiesByIds = (ids: readonly string[], lang: Language): ApiRequest =>
  get('/cities/findByIds', { city_ids: ids.join(), lang });

export const placesAround = (point: Point, rings: number): ApiRequest =>
  get('/places/findByLocation', { ...at(point), k: rings }, 'internal');

export const markersWithin = (point: Point, radius: number, season: number): ApiRequest =>
  get('/markers/findByRadius', { ...at(point), radius, season }, 'internal');

export const buildMarker = (id: string, season: number, icon: number): ApiRequest =>
  put('/markers/update', { id, season, icon });

export const clearMarker = (id: string): ApiRequest => put('/markers/remove', { id });

export const dataReport = (): ApiRequest => get('/data', {});

/** Returns the address of the service, which may be below a path. It does not end with a slash. */
export function serviceAddress(): string {
  return new URL('.', location.href).href.replace(/\/$/, '');
}
