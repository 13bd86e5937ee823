import type autocannon from 'autocannon';
import { type SearchBody, toJson } from '../src/store/multiSearch.js';
import type { Point } from '../geo/point.js';
import type { Load } from './load.js';

/** Who is asked. */
export interface Urls {
  api: string;
  elasticsearch: string;
}

/** Requests to the API; the development token may call every route. */
export function apiLoad(url: string, requests: autocannon.Request[]): Load {
  return { url, requests, headers: { authorization: 'Bearer dev-internal' } };
}

/** Requests to Elasticsearch. */
export function rawLoad(url: string, requests: autocannon.Request[]): Load {
  return { url, requests };
}

export function get(path: string, query: Record<string, string>): autocannon.Request {
  return { method: 'GET', path: `${path}?${new URLSearchParams(query).toString()}` };
}

export function location({ latitude, longitude }: Point): Record<string, string> {
  return { lat: latitude.toFixed(6), lng: longitude.toFixed(6) };
}

export function rawSearch(index: string, body: SearchBody): autocannon.Request {
  return {
    method: 'POST',
    path: `/${index}/_search`,
    headers: { 'content-type': 'application/json' },
    body: toJson(body),
  };
}
