import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunk } from 'es-toolkit/array';
import Joi from 'joi';
import type { Hit } from '../search/search.js';

/** The outcome of a request. `data` has the shape that callers see; writes have none. */
export interface Answer {
  readonly data?: unknown;
  /** The JSON of `data`, instead of it, where that is made faster than of objects. */
  readonly json?: string;
  /** Requested ids that do not exist; shown only if there are some. */
  readonly missing?: readonly string[];
  /** True if there is more than `data` holds; shown only then. */
  readonly truncated?: boolean;
  /** The name that matched each element of `data`, or null if it is the name shown. */
  readonly matchedNames?: readonly (string | null)[];
}

/** The most places or markers of one answer. */
export const MAX_LISTED = 10_000;

/** The elements that one turn of the event loop works on. Other requests have their turn in between. */
const ELEMENTS_PER_TURN = 100;

/** Maps an array, a few elements in each turn of the event loop. */
export async function mapInTurns<Element, Result>(
  elements: readonly Element[],
  map: (element: Element) => Result,
  perTurn = ELEMENTS_PER_TURN,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const part of chunk(elements, perTurn)) {
    if (results.length > 0) await nextTurn();
    for (const element of part) results.push(map(element));
  }
  return results;
}

/** Answers with at most `MAX_LISTED` hits. One hit more than that means `truncated`. */
export async function atMost<Document>(
  hits: readonly Hit<Document>[],
  present: (document: Document) => object,
): Promise<Answer> {
  const data = await mapInTurns(hits.slice(0, MAX_LISTED), ({ _source }) => present(_source));
  return { data, truncated: hits.length > MAX_LISTED };
}

/**
 * Answers a lookup by ids in the order requested, and lists ids that do not exist in `missing`.
 * @param find returns undefined if there is nothing with this id
 */
export function byIds(ids: readonly string[], find: (id: string) => object | undefined): Answer {
  const data: object[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    const found = find(id);
    if (found === undefined) missing.push(id);
    else data.push(found);
  }
  return { data, missing };
}

/** Returns the body of a success. */
export function answerJson(answer: Answer): string {
  const { data, json } = answer;
  // Writes have no data.
  return enclose(json ?? (data === undefined ? undefined : JSON.stringify(data)), answer);
}

/** Returns the same, but serializes a long body in parts. */
export async function largeAnswerJson(answer: Answer): Promise<string> {
  const { data } = answer;
  if (!Array.isArray(data) || data.length <= ELEMENTS_PER_TURN) return answerJson(answer);
  const toJson = (part: unknown[]): string => JSON.stringify(part).slice(1, -1);
  const parts = await mapInTurns(chunk(data, ELEMENTS_PER_TURN), toJson, 1);
  const json = enclose(`[${parts.join(',')}]`, answer);
  // To hash and to compress a long body takes milliseconds, too.
  await nextTurn();
  return json;
}

function enclose(data: string | undefined, { missing = [], truncated, matchedNames }: Answer) {
  const members = ['"status":"ok"'];
  if (data !== undefined) members.push(`"data":${data}`);
  if (missing.length > 0) members.push(`"missing":${JSON.stringify(missing)}`);
  if (truncated === true) members.push('"truncated":true');
  if (matchedNames !== undefined) members.push(`"matched_names":${JSON.stringify(matchedNames)}`);
  return `{${members.join(',')}}`;
}

const namedJoi = Joi.extend({
  type: 'object',
  base: Joi.object(),
  rules: {
    named: {
      method: false,
      args: ['name'],
      validate: (value: unknown) => value,
      jsonSchema: ({ args }: { args: { name: string } }, json: object) => ({
        ...json,
        $anchor: args.name,
      }),
    } as Joi.ExtensionRule,
  },
}) as Joi.Root;

/**
 * Makes the schema of an object in an answer.
 * @param name of the schema in the OpenAPI document. Schemas of the same name are equal
 */
export function objectSchema(name: string, keys: Joi.SchemaMap): Joi.ObjectSchema {
  return withName(namedJoi.object(keys), name);
}

/** Names a copy of such a schema. */
export function withName(schema: Joi.ObjectSchema, name: string): Joi.ObjectSchema {
  return schema.label(name).$_addRule({ name: 'named', args: { name } }) as Joi.ObjectSchema;
}

/** Makes the schema of a text that may be null. */
export function nullableText(description: string): Joi.StringSchema {
  return Joi.string().allow(null).required().description(description);
}

/** The schema of a position, in degrees. */
export const latlngSchema = objectSchema('LatLng', {
  latitude: Joi.number().min(-90).max(90).required(),
  longitude: Joi.number().min(-180).max(180).required(),
})
  .required()
  .description('A position in degrees');
