import type { Point } from '../../core/geo/point.js';
import type { Load, Question } from './load.js';

/** Asks the API; the development token may call every route. */
export function apiLoad(url: string, questions: Load['questions']): Load {
  return { url, questions, headers: { authorization: 'Bearer dev-internal' } };
}

/** Asks Elasticsearch, or a peer. */
export function plainLoad(url: string, questions: Load['questions']): Load {
  return { url, questions };
}

export function get(path: string, query: Record<string, string>): Question {
  return { method: 'GET', path: `${path}?${new URLSearchParams(query).toString()}` };
}

export function location({ latitude, longitude }: Point): { lat: string; lng: string } {
  return { lat: latitude.toFixed(6), lng: longitude.toFixed(6) };
}

/** A lookup by location; the same as `get`, which takes longer to make. */
export function getAt(path: string, point: Point, more = ''): Question {
  const { lat, lng } = location(point);
  return { method: 'GET', path: `${path}?lat=${lat}&lng=${lng}${more}` };
}

/** Makes a question of every item. */
export function* ask<Item>(
  items: Iterable<Item>,
  toQuestion: (item: Item) => Question,
): Generator<Question> {
  for (const item of items) yield toQuestion(item);
}

/** A search as a person would send it. */
export function search(index: string, body: object): Question {
  return { method: 'POST', path: `/${index}/_search`, body: JSON.stringify(body) };
}
