import Joi from 'joi';
import { parseLandId } from '../../core/geo/land.js';
import {
  type MarkerDocument,
  MAX_ICON,
  MAX_SEASON,
  MAX_SKIN_CHARACTERS,
} from '../../indices/markers.js';
import { readRun } from '../../indices/runs.js';
import type { TokenDocument } from '../../indices/tokens.js';

/** A marker on which something is built, in whatever season. */
export type BuiltMarker = Required<{
  [Member in keyof MarkerDocument]: NonNullable<MarkerDocument[Member]>;
}>;

/** Source ids of cities, and the ids that belong to them. */
export type CityIdPairs = [sourceId: string, id: string][];

/** What a backup holds, in this order: all that cannot be made again. */
export type Entry =
  | { kind: 'file'; name: string; text: string }
  | { kind: 'city_ids'; ids: CityIdPairs }
  | { kind: 'token'; hash: string; document: TokenDocument }
  | { kind: 'run'; id: string; document: Record<string, unknown> }
  | { kind: 'marker'; document: BuiltMarker };

export type Kind = Entry['kind'];

export const KINDS: readonly Kind[] = ['file', 'city_ids', 'token', 'run', 'marker'];

/** How many there are of everything; of city ids the pairs. */
export type Counts = Record<Kind, number>;

/** Returns by how much an entry adds to the number of its kind. */
export function sizeOf(entry: Entry): number {
  return entry.kind === 'city_ids' ? entry.ids.length : 1;
}

export const noCounts = (): Counts => ({ file: 0, city_ids: 0, token: 0, run: 0, marker: 0 });

// Elasticsearch takes no larger integer, no longer `_id` and no longer term.
const wholeNumber = Joi.number().integer().min(0).max(2_147_483_647);
const unicode = Joi.string().pattern(/^\P{Surrogate}*$/u);
const documentId = unicode.max(512, 'utf8').required();
const term = unicode.allow('').max(32_766, 'utf8');
const id = Joi.string().max(1_000).required();

const textThat = (isRight: (text: string) => boolean, rule: string): Joi.StringSchema =>
  Joi.string().custom((text: string) => {
    if (isRight(text)) return text;
    throw new Error(`it is not ${rule}`);
  });

// Joi's own ISO dates include weeks, which Elasticsearch does not take; nor does it take a year with a sign.
const time = textThat((text) => /^\d{4}-/.test(text) && new Date(text).toISOString() === text, 'a time in UTC'); // prettier-ignore
const landId = textThat((text) => parseLandId(text) === text, 'the id of a land');

/** Of the hash of a token. */
const ID_DIGITS = 16;

const tokenMembers: Record<keyof TokenDocument, Joi.Schema> = {
  id,
  name: term.required(),
  scope: Joi.valid('public', 'internal').required(),
  created_at: time.required(),
  expires_at: time,
  revoked_at: time,
  requests_per_second: wholeNumber,
  // As a text it would let pages in whose origin is a part of it.
  origins: Joi.array().items(term),
  replaced_by: id.optional(),
};

/** With the id of another one, that would be revoked in its place. */
const withItsOwnId: Joi.CustomValidator<Extract<Entry, { kind: 'token' }>> = (entry) => {
  if (entry.document.id === entry.hash.slice(0, ID_DIGITS)) return entry;
  throw new Error('its id is not the beginning of its hash');
};

/** Without any way to another folder, nor to another line of a terminal. */
const fileName = Joi.string()
  .pattern(/^[^/\\\p{Cc}]+$/u)
  .max(255, 'utf8')
  .invalid('.', '..');

const degrees = (most: number): Joi.NumberSchema => Joi.number().min(-most).max(most).required();

const marker = Joi.object<BuiltMarker>({
  id: documentId,
  land_id: landId.required(),
  location: Joi.array().ordered(degrees(180), degrees(90)).required(),
  season: wholeNumber.max(MAX_SEASON).required(),
  icon: wholeNumber.max(MAX_ICON).required(),
  // A character has two code units at most.
  skin: term.max(2 * MAX_SKIN_CHARACTERS).required(),
});

/** The history is not indexed but for these members. Elasticsearch takes neither all names of others nor any depth. */
const run = Joi.object({ begun: time, ended: time, resource: term, outcome: term })
  .unknown()
  .custom((document: unknown) => {
    const known = readRun(document);
    if (known === undefined) throw new Error('it is no entry of a history');
    return known;
  });

const MEMBERS: Record<Kind, Joi.SchemaMap> = {
  file: { name: fileName.required(), text: Joi.string().allow('').required() },
  city_ids: { ids: Joi.array().items(Joi.array().ordered(id, id).length(2)).required() },
  token: { hash: Joi.string().pattern(/^[0-9a-f]{64}$/).required(), document: Joi.object(tokenMembers).required() },
  run: { id: documentId, document: run.required() },
  marker: { document: marker.required() },
}; // prettier-ignore

const schemas = new Map(
  KINDS.map((kind) => {
    const schema = Joi.object<Entry>({ kind: Joi.valid(kind), ...MEMBERS[kind] });
    return [kind, kind === 'token' ? schema.custom(withItsOwnId) : schema];
  }),
);

/**
 * Reads an entry, as anybody could have written it.
 * @throws when it is none of this version
 */
export function readEntry(value: unknown): Entry {
  const { kind } = (value ?? {}) as { kind?: Kind };
  const schema = kind === undefined ? undefined : schemas.get(kind);
  if (schema === undefined) throw new Error('it is of no kind that this version knows');
  const result = schema.validate(value, { convert: false });
  if (result.error !== undefined) throw result.error;
  return result.value;
}

/** Returns what is built on a marker, as a backup holds it; undefined where nothing is. */
export function builtMarker(stored: MarkerDocument): BuiltMarker | undefined {
  const { id: markerId, land_id, location, season, icon, skin } = stored;
  if (typeof season !== 'number' || typeof icon !== 'number') return undefined;
  return { id: markerId, land_id, location, season, icon, skin: skin ?? '' };
}
