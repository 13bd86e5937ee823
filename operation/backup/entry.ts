import Joi from 'joi';
import { parseLandId } from '../../core/geo/land.js';
import {
  type BuildDocument,
  MAX_ICON,
  MAX_SEASON,
  MAX_SKIN_CHARACTERS,
} from '../../indices/builds.js';
import { readRun } from '../../indices/runs.js';
import type { TokenDocument } from '../../indices/tokens.js';

/** The newest format of backup files that this version reads and writes. */
export const FORMAT = 2;

/** The first line of a backup file. */
export interface Manifest {
  format: number;
  /** ISO 8601. The backup holds every write that was acknowledged before. */
  begun: string;
  /** The version of the service that wrote the file. */
  version: string;
  indexPrefix: string;
  /** The UUID of the index of builds, which is never used again; null: there was none, as in format 1. */
  buildsUuid: string | null;
}

/** Source ids of cities with the city ids that belong to them. */
export type CityIdPairs = [sourceId: string, id: string][];

/** The contents of a backup, in this order: all data that cannot be made again. */
export type Entry =
  | { kind: 'file'; name: string; text: string }
  | { kind: 'city_ids'; ids: CityIdPairs }
  | { kind: 'token'; hash: string; document: TokenDocument }
  | { kind: 'run'; id: string; document: Record<string, unknown> }
  | { kind: 'marker'; document: BuildDocument };

export type Kind = Entry['kind'];
export type EntryOf<Wanted extends Kind> = Extract<Entry, { kind: Wanted }>;

/** The number of entries by kind. City ids are counted by pair. */
export type Counts = Record<Kind, number>;

export const noCounts = (): Counts => ({ file: 0, city_ids: 0, token: 0, run: 0, marker: 0 });

export function count(counts: Counts, entry: Entry): void {
  counts[entry.kind] += entry.kind === 'city_ids' ? entry.ids.length : 1;
}

const manifestSchema = Joi.object<Manifest>({
  format: Joi.number().integer().required(),
  begun: Joi.string().isoDate().required(),
  version: Joi.string().required(),
  indexPrefix: Joi.string().required(),
  buildsUuid: Joi.string().allow(null).default(null),
});

/**
 * Reads the first line of a backup file.
 * @throws when this version cannot read the file
 */
export function readManifest(value: unknown): Manifest {
  const result = manifestSchema.validate(value, { convert: false, stripUnknown: true });
  if (result.error !== undefined) throw new Error('the first line is not that of a backup');
  const { format, version } = result.value;
  if (format > FORMAT)
    throw new Error(`version ${version} wrote it in a newer format: restore it with that version`);
  return result.value;
}

// The limits of Elasticsearch for integers, `_id` and terms.
const wholeNumber = Joi.number().integer().min(0).max(2_147_483_647);
const unicode = Joi.string().pattern(/^\P{Surrogate}*$/u);
const documentId = unicode.max(512, 'utf8').required();
const term = unicode.allow('').max(32_766, 'utf8');
const id = Joi.string().max(1_000).required();

const textThat = (isRight: (text: string) => boolean, rule: string): Joi.StringSchema =>
  Joi.string().custom((text: string) => {
    if (isRight(text)) return text;
    throw new Error(`must be ${rule}`);
  });

// Joi's own ISO dates include weeks, which Elasticsearch does not take; nor does it take a year with a sign.
const time = textThat((text) => /^\d{4}-/.test(text) && new Date(text).toISOString() === text, 'a time in UTC'); // prettier-ignore
const landId = textThat((text) => parseLandId(text) === text, 'the id of a land');

/** The id of a token is the beginning of its hash. */
const ID_DIGITS = 16;

const tokenMembers: Record<keyof TokenDocument, Joi.Schema> = {
  // To revoke a token by the id of another one would revoke that one.
  id: Joi.valid(Joi.ref('...hash', { adjust: (hash: string) => hash.slice(0, ID_DIGITS) }))
    .required()
    .messages({ 'any.only': 'the id of the token does not match its hash' }),
  name: term.required(),
  scope: Joi.valid('public', 'internal').required(),
  created_at: time.required(),
  expires_at: time,
  revoked_at: time,
  requests_per_second: wholeNumber,
  // In a single string, every substring would count as an allowed origin.
  origins: Joi.array().items(term),
  replaced_by: id.optional(),
};

/** Never leads to another folder, and never breaks a line of a terminal. */
const fileName = Joi.string()
  .pattern(/^[^/\\\p{Cc}]+$/u)
  .max(255, 'utf8')
  .invalid('.', '..');

const degrees = (most: number): Joi.NumberSchema => Joi.number().min(-most).max(most).required();

const marker = Joi.object<BuildDocument>({
  id: documentId,
  land_id: landId.required(),
  location: Joi.array().ordered(degrees(180), degrees(90)).required(),
  season: wholeNumber.max(MAX_SEASON).required(),
  icon: wholeNumber.max(MAX_ICON).required(),
  // A character has at most two code units.
  skin: term.max(2 * MAX_SKIN_CHARACTERS).required(),
});

/** Only these members are indexed. `readRun` rejects names and depths that Elasticsearch rejects. */
const run = Joi.object({ begun: time, ended: time, resource: term, outcome: term })
  .unknown()
  .custom((document: unknown) => {
    const stored = readRun(document);
    if (stored === undefined) throw new Error('must be an entry of the history');
    return stored;
  });

const MEMBERS: Record<Kind, Joi.SchemaMap> = {
  file: { name: fileName.required(), text: Joi.string().allow('').required() },
  city_ids: { ids: Joi.array().items(Joi.array().ordered(id, id).length(2)).required() },
  token: { hash: Joi.string().pattern(/^[0-9a-f]{64}$/).required(), document: Joi.object(tokenMembers).required() },
  run: { id: documentId, document: run.required() },
  marker: { document: marker.required() },
}; // prettier-ignore

const schemas = new Map(
  Object.entries(MEMBERS).map(([kind, members]) => [
    kind,
    Joi.object<Entry>({ kind: Joi.valid(kind), ...members }),
  ]),
);

/**
 * Reads an entry of a file that anybody could have written.
 * @throws when the service could not have stored the entry
 */
export function readEntry(value: unknown): Entry {
  const { kind = '' } = (value ?? {}) as { kind?: string };
  const schema = schemas.get(kind);
  if (schema === undefined) throw new Error('the kind of the entry is unknown to this version');
  const result = schema.validate(value, { convert: false });
  if (result.error !== undefined) throw result.error;
  return result.value;
}
