import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import Joi from 'joi';
import { nearest } from '../../core/cli/nearest.js';
import { readShare } from '../../core/cli/share.js';
import { isAddress, shownAddress } from './address.js';
import { type PartKind, partsOf, TILES } from './parts.js';

export type Members = Readonly<Record<string, Joi.Schema>>;

/** Members of files of earlier versions, and what to do about them. */
const REMOVED: Readonly<Record<string, string>> = {
  markers: 'markers are made from the places. Remove this entry',
  maxChanged:
    'each measure has a limit of its own, such as location and name. Remove this entry, or set these',
};

/** An object of these members; the fault of an unknown one suggests the nearest of them. */
export function members(known: Members, others: readonly string[] = []): Joi.ObjectSchema {
  const names = [...Object.keys(known), ...others];
  const meant = (name: unknown): string => {
    const remedy = Object.hasOwn(REMOVED, String(name)) ? REMOVED[String(name)] : undefined;
    if (remedy !== undefined) return ` any more: ${remedy}`;
    const near = nearest(String(name), names);
    return near === undefined ? `; known are ${names.join(', ')}` : `; is ${near} meant?`;
  };
  // Its types do not know of functions.
  const options = { functions: { meant } } as Joi.ReferenceOptions;
  return Joi.object(known).messages({
    'object.base': 'must be an object',
    'object.unknown': Joi.expression('is not known{meant(#child)}', options) as string,
    'any.custom': '{{#error.message}}',
  });
}

/** Accepts one kind of value if it is of a type, and another kind if it is not. */
export function eitherOf(
  type: Joi.Schema,
  then: Joi.Schema,
  otherwise: Joi.Schema,
): Joi.AlternativesSchema {
  return Joi.alternatives().conditional(type, { then, otherwise });
}

/** Marks an alternative that the JSON Schema leaves out. */
export const NO_KIND = 'no kind';

/** Accepts one of several kinds of object, each with a member that the others lack. */
export function oneOf(
  kinds: Readonly<Record<string, Members>>,
  otherwise?: Joi.Schema,
): Joi.Schema {
  const distinguishing = Object.keys(kinds);
  const names = Object.values(kinds).flatMap((kind) => Object.keys(kind));
  let schema: Joi.Schema = members({}, names)
    .pattern(Joi.valid(...names), Joi.any())
    .or(...distinguishing)
    .messages({ 'object.missing': `must have ${distinguishing.join(' or ')}` })
    .description(NO_KIND);
  for (const [member, kind] of Object.entries(kinds)) {
    const is = Joi.object({ [member]: Joi.exist() }).unknown();
    schema = eitherOf(is, members(kind, names), schema);
  }
  return otherwise === undefined ? schema : eitherOf(Joi.object(), schema, otherwise);
}

export const text = (description: string): Joi.StringSchema =>
  Joi.string().description(description);

/** Accepts a share as a number from 0 to 1, or as a text such as `0.5%`. */
export function share(description: string): Joi.Schema {
  const written = Joi.string().custom((value: string) => {
    const read = readShare(value);
    if (read === undefined) throw new Error('must be a share, such as 0.005 or 0.5%');
    return read;
  });
  return eitherOf(Joi.string(), written, Joi.number().min(0).max(1)).description(description);
}

/** Accepts the day of a source. */
export const day = Joi.string()
  .pattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)
  .messages({ 'string.pattern.base': 'must be a day, such as 2026-11-27' })
  .description('The day of its content: an older source never replaces a newer one by itself');

/** Accepts a number above 0. */
export const number = (description: string): Joi.NumberSchema =>
  Joi.number().greater(0).description(description);

/** A path that a file names. */
export interface DeclaredPath {
  /** The first and the last member of its place. */
  section: string;
  member: string;
  /** Absolute. */
  path: string;
  /** The kind of its parts, if there may be several. */
  kind: PartKind | undefined;
}

/** Given to the rules when a file is validated. */
export interface SchemaContext {
  /** Relative paths begin here. */
  folder: string;
  /** Receives the paths. */
  paths: DeclaredPath[];
  /** Receives the addresses to download. */
  addresses: string[];
  /** Accept http. */
  allowPrivate: boolean;
}

/**
 * Accepts the path of a file, or of several parts where these are of a kind, and makes it absolute. An address becomes
 * what messages show of it.
 */
export function path(what: string, kind?: PartKind): Joi.StringSchema {
  const rule: Joi.CustomValidator<string> = (value, { prefs, state }) => {
    const { folder, paths, addresses, allowPrivate } = prefs.context as SchemaContext;
    const isDownload = isAddress(value);
    if (isDownload) assertDownloadable(value, kind, allowPrivate);
    const absolute = isDownload ? shownAddress(value) : resolve(folder, value);
    const [section = '', ...inner] = (state.path ?? []).map(String);
    paths.push({ section, member: inner.at(-1) ?? '', path: absolute, kind });
    if (isDownload) addresses.push(value);
    if (isDownload) return absolute;
    if (kind !== undefined && partsOf(absolute, kind).folder !== undefined) return absolute;
    // An entry of an archive is looked up when the archive is read.
    const archive = absolute.replace(/(\.zip)#.*$/i, '$1');
    const [status = statusOf(archive)] = [statusOf(absolute)];
    if (status === undefined) throw new Error(`there is no ${archive}`);
    // Reading a device may never end.
    if (status.isFile()) return absolute;
    throw new Error(`${absolute} is not a file`);
  };
  return text(`${what}; its path, relative to this file, or https address`).custom(rule);
}

function assertDownloadable(
  value: string,
  kind: PartKind | undefined,
  allowPrivate: boolean,
): void {
  const isHttp = /^http:/i.test(value);
  if (kind === TILES || !URL.canParse(value) || !(isHttp || /^https:/i.test(value)))
    throw new Error('is an address: download it, and name the file');
  if (isHttp && !allowPrivate)
    throw new Error('is an http address: use https, or set SOURCES_ALLOW_PRIVATE_ADDRESSES=true');
  try {
    decodeURIComponent(new URL(value).hash);
  } catch {
    throw new Error(
      'names an entry that is not percent-encoded UTF-8: write a % in its name as %25',
    );
  }
}

function statusOf(file: string): ReturnType<typeof statSync> {
  return statSync(file, { throwIfNoEntry: false });
}
