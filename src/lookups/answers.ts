import { setImmediate as nextTurn } from 'node:timers/promises';
import Joi from 'joi';
import type { Point } from '../../core/geo/point.js';
import type { Fields, Hit } from '../search/search.js';

/** The outcome of a request. `data` has the shape that callers see; writes have none. */
export interface Answer {
  readonly data?: unknown;
  /** Requested ids that do not exist; shown only if there are some. */
  readonly missing?: readonly string[];
  /** True if there is more than `data` holds; shown only then. */
  readonly truncated?: boolean;
}

/** Turns a stored document and its stored fields into the shape that callers see. */
type Present<Document> = (document: Document, fields: Fields | undefined) => unknown;

/** Answers with all hits. */
export function listOf<Document>(
  hits: readonly Hit<Document>[],
  present: Present<Document>,
): Answer {
  return { data: hits.map((hit) => present(hit._source, hit.fields)) };
}

/** Answers with at most `max` hits. One hit more than that means `truncated`. */
export function atMost<Document>(
  max: number,
  hits: readonly Hit<Document>[],
  present: Present<Document>,
): Answer {
  return { ...listOf(hits.slice(0, max), present), truncated: hits.length > max };
}

/**
 * Answers a lookup by ids in the order requested, and lists ids that do not exist in `missing`.
 * @param found null means that no document has this id
 */
export function byIds<Document>(
  ids: readonly string[],
  found: Pick<ReadonlyMap<string, Document | null>, 'get'>,
  present: (document: Document) => unknown,
): Answer {
  const data: unknown[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    const value = found.get(id) ?? null;
    if (value === null) missing.push(id);
    else data.push(present(value));
  }
  return { data, missing };
}

/** Elements that are serialized at once. Other requests have their turn in between. */
const ELEMENTS_PER_PART = 500;

/** Returns the body of a success. */
export function answerJson({ data, missing, truncated }: Answer): string {
  // Writes have no data.
  return enclose(data === undefined ? undefined : JSON.stringify(data), missing, truncated);
}

/** Returns the same, but serializes a long body in parts. */
export async function largeAnswerJson(answer: Answer): Promise<string> {
  const { data, missing, truncated } = answer;
  if (!Array.isArray(data) || data.length <= ELEMENTS_PER_PART) return answerJson(answer);
  const parts: string[] = [];
  for (let start = 0; start < data.length; start += ELEMENTS_PER_PART) {
    if (start > 0) await nextTurn();
    parts.push(JSON.stringify(data.slice(start, start + ELEMENTS_PER_PART)).slice(1, -1));
  }
  return enclose(`[${parts.join(',')}]`, missing, truncated);
}

function enclose(data: string | undefined, missing: readonly string[] = [], truncated = false) {
  const members = ['"status":"ok"'];
  if (data !== undefined) members.push(`"data":${data}`);
  if (missing.length > 0) members.push(`"missing":${JSON.stringify(missing)}`);
  if (truncated) members.push('"truncated":true');
  return `{${members.join(',')}}`;
}

/** The schema of a position, in degrees. */
export const latlngSchema = Joi.object<Point>({
  latitude: Joi.number().min(-90).max(90).required(),
  longitude: Joi.number().min(-180).max(180).required(),
})
  .unknown(false)
  .required()
  .description('Degrees');

/** @param location as it is stored */
export function presentLatlng([longitude, latitude]: readonly [number, number]): Point {
  return { latitude, longitude };
}
