import Joi from 'joi';
import type { MarkerDocument } from '../../indices/markers.js';
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

const id = Joi.string().max(1_000).required();
const wholeNumber = Joi.number().integer().required();

const time = Joi.string().isoDate();
/** Of the hash of a token. */
const ID_DIGITS = 16;

const tokenMembers: Record<keyof TokenDocument, Joi.Schema> = {
  id,
  name: Joi.string().allow('').required(),
  scope: Joi.valid('public', 'internal').required(),
  created_at: time.required(),
  expires_at: time,
  revoked_at: time,
  requests_per_second: Joi.number().integer().min(0),
  // As a text it would let pages in whose origin is a part of it.
  origins: Joi.array().items(Joi.string()),
  replaced_by: id.optional(),
};

/** With the id of another one, that would be revoked in its place. */
const withItsOwnId: Joi.CustomValidator<Extract<Entry, { kind: 'token' }>> = (entry) => {
  if (entry.document.id === entry.hash.slice(0, ID_DIGITS)) return entry;
  throw new Error('its id is not the beginning of its hash');
};

/** Without any way to another folder. */
const fileName = Joi.string()
  .pattern(/^[^/\\\0]+$/)
  .invalid('.', '..');

const marker = Joi.object<BuiltMarker>({
  id,
  land_id: id,
  location: Joi.array().ordered(Joi.number().required(), Joi.number().required()).required(),
  season: wholeNumber,
  icon: wholeNumber,
  skin: Joi.string().allow('').required(),
});

const MEMBERS: Record<Kind, Joi.SchemaMap> = {
  file: { name: fileName.required(), text: Joi.string().allow('').required() },
  city_ids: { ids: Joi.array().items(Joi.array().ordered(id, id).length(2)).required() },
  token: { hash: Joi.string().pattern(/^[0-9a-f]{64}$/).required(), document: Joi.object(tokenMembers).required() },
  run: { id, document: Joi.object().unknown().required() },
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
