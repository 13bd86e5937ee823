import { isDeepStrictEqual } from 'node:util';
import type { Client, estypes } from '@elastic/elasticsearch';
import { chunk, difference } from 'es-toolkit/array';
import { flattenObject, omitBy } from 'es-toolkit/object';
import { isPlainObject } from 'es-toolkit/predicate';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import { storedPages } from '../../core/elasticsearch/storedPages.js';

/** Examples of each kind of change. */
const EXAMPLES = 3;

const PAGE = 2_000;
/** A page of ids alone. */
const PAGE_OF_IDS = 10_000;
const MAX_VALUE_CHARACTERS = 80;
const MAX_FIELDS_OF_DOCUMENT = 5;
const MAX_FIELD_NAMES = 12;

interface FieldChange {
  field: string;
  /** Undefined: the field was absent. */
  from: unknown;
  to: unknown;
}

interface ChangedDocument {
  id: string;
  fields: readonly FieldChange[];
}

/** The differences of one generation from another. */
export interface Changes {
  /** Undefined: there was no generation, so every document is new. */
  from?: string;
  to: string;
  counts: { new: number; changed: number; unchanged: number; gone: number };
  /** The number of documents in which changes were looked for. Absent: all documents. */
  sample?: number | undefined;
  /** The number of changed documents by the field that changed. */
  fields: Readonly<Record<string, number>>;
  examples: {
    new: readonly string[];
    changed: readonly ChangedDocument[];
    gone: readonly string[];
  };
}

/** All that can be read back of a document, by the dotted names of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Compares two generations: all ids, and the content of the documents in both, one page of each in memory.
 * @param ids of all documents that may differ. Default: all may
 * @param most documents whose content is compared. Default: all
 */
export async function compareGenerations(
  client: Client,
  from: string | undefined,
  to: string,
  { ids: among, most = Infinity }: { ids?: readonly string[] | undefined; most?: number } = {},
): Promise<Changes> {
  const counts = { new: 0, changed: 0, unchanged: 0, gone: 0 };
  const { count: all } = await client.count({ index: to });
  if (from === undefined) {
    counts.new = all;
    const { hits } = await client.search({ index: to, size: EXAMPLES, _source: false });
    const added = hits.hits.map(({ _id: id = '' }) => id);
    return { to, counts, fields: {}, examples: { new: added, changed: [], gone: [] } };
  }
  const added: string[] = [];
  const changed: ChangedDocument[] = [];
  const fields = new Map<string, number>();
  const every = Math.max(1, Math.ceil(all / most));
  let common = 0;
  for await (const { ids, lacking } of lackingIds(client, to, from, among)) {
    counts.new += lacking.length;
    added.push(...lacking.slice(0, EXAMPLES - added.length));
    const present = difference(ids, lacking);
    const chosen = present.filter((_, at) => (common + at) % every === 0);
    common += present.length;
    for (const page of chunk(chosen, PAGE)) {
      const before = await readByIds(client, from, page, true);
      for (const [id, document] of await readByIds(client, to, page, true)) {
        const old = before.get(id) ?? {};
        const names = new Set([...Object.keys(old), ...Object.keys(document)]);
        const differing = [...names]
          .sort()
          .map((field) => ({ field, from: old[field], to: document[field] }))
          .filter((field) => !isDeepStrictEqual(field.from, field.to));
        if (differing.length > 0) counts.changed += 1;
        for (const { field } of differing) fields.set(field, (fields.get(field) ?? 0) + 1);
        if (differing.length > 0 && changed.length < EXAMPLES)
          changed.push({ id, fields: differing });
      }
    }
  }
  const sample = every > 1 ? Math.ceil(common / every) : undefined;
  counts.unchanged = (sample ?? all - counts.new) - counts.changed;
  const { count: before } = await client.count({ index: from });
  counts.gone = before - (all - counts.new);
  const gone = await findGone(client, from, to, Math.min(counts.gone, EXAMPLES), among);
  return {
    ...{ from, to, counts, sample },
    fields: Object.fromEntries([...fields].sort(([, one], [, other]) => other - one)),
    examples: { new: added, changed, gone },
  };
}

/** Reads the ids of an index, or some of them, a page at a time, and finds those that another index lacks. */
async function* lackingIds(
  client: Client,
  index: string,
  other: string,
  among?: readonly string[],
): AsyncGenerator<{ ids: string[]; lacking: string[] }> {
  for await (const page of pagesOf(client, index, false, among)) {
    const ids = [...page.keys()];
    // Counting takes half the time of reading.
    const { count } = await client.count({ index: other, query: { ids: { values: ids } } });
    const present = count === ids.length ? page : await readByIds(client, other, ids, false);
    yield { ids, lacking: ids.filter((id) => !present.has(id)) };
  }
}

async function findGone(
  client: Client,
  from: string,
  to: string,
  wanted: number,
  among?: readonly string[],
): Promise<string[]> {
  const gone: string[] = [];
  if (wanted === 0) return gone;
  for await (const { lacking } of lackingIds(client, from, to, among)) {
    gone.push(...lacking);
    if (gone.length >= wanted) break;
  }
  return gone.slice(0, wanted);
}

/** Reads the documents of an index that nobody writes to, or some of them by their ids, a page at a time, in any order. */
export async function* pagesOf(
  client: Client,
  index: string,
  wanted: boolean | string[],
  among?: readonly string[],
): AsyncGenerator<Map<string, Fields>> {
  if (among !== undefined) {
    for (const ids of chunk(among, PAGE)) yield await readByIds(client, index, ids, wanted);
    return;
  }
  try {
    const reading = { ...contents(wanted), size: wanted === true ? PAGE : PAGE_OF_IDS };
    for await (const hits of storedPages<Fields>(client, index, reading)) yield byId(hits);
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    throw new Error(
      `${index} was deleted, or Elasticsearch restarted, while it was read. Try again.`,
      { cause: error },
    );
  }
}

/** @param wanted the whole documents, or their ids alone, or some fields */
export async function readByIds(
  client: Client,
  index: string,
  ids: string[],
  wanted: boolean | string[],
): Promise<Map<string, Fields>> {
  const { hits } = await client.search<Fields>({
    index,
    query: { ids: { values: ids } },
    ...contents(wanted),
    size: ids.length,
    track_total_hits: false,
    allow_partial_search_results: false,
  });
  return byId(hits.hits);
}

export function contents(
  wanted: boolean | string[],
): Pick<estypes.SearchRequest, '_source' | 'stored_fields'> {
  if (wanted === false) return { _source: false };
  // Some fields are stored outside of `_source`.
  return wanted === true
    ? { _source: true, stored_fields: ['*'] }
    : { _source: wanted, stored_fields: wanted.map((field) => `${field}.*`) };
}

/** Flattens documents, by their ids. */
export function byId(hits: readonly estypes.SearchHit<Fields>[]): Map<string, Fields> {
  return new Map(
    hits.map(({ _id: id = '', _source: source = {}, fields = {} }) => {
      const stored = Object.entries(fields as Record<string, unknown[]>);
      const apart = Object.fromEntries(
        stored.map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
      );
      const flat = omitBy(flattenObject(source, { preserveArrays: true }), isPlainObject);
      return [id, { ...flat, ...apart }];
    }),
  );
}

/** Describes the changes in lines. The first line has the counts. */
export function describeChanges({
  counts,
  sample,
  fields,
  examples,
}: Omit<Changes, 'from' | 'to'>): [string, ...string[]] {
  // prettier-ignore
  const { new: added, changed, unchanged, gone } = counts;
  const names = Object.entries(fields).map(([name, count]) => `${name} ${count}`);
  return [
    sample === undefined
      ? `${added} new, ${changed} changed, ${unchanged} unchanged, ${gone} gone`
      : `${added} new, ${changed} of ${sample} changed, ${gone} gone`,
    ...examples.new.map((id) => `  new: ${id}`),
    ...examples.changed.map(({ id, fields: of }) => `  changed: ${id}: ${describeFields(of)}`),
    ...examples.gone.map((id) => `  gone: ${id}`),
    ...(names.length > 0 ? [`  changed fields: ${joined(names, MAX_FIELD_NAMES, ', ')}`] : []),
  ];
}

export function describeFields(fields: readonly FieldChange[]): string {
  const each = fields.map(({ field, from, to }) => `${field} ${describe(from)} → ${describe(to)}`);
  return joined(each, MAX_FIELDS_OF_DOCUMENT, '; ');
}

function joined(parts: readonly string[], most: number, separator: string): string {
  const more = parts.length > most ? [`and ${parts.length - most} more`] : [];
  return [...parts.slice(0, most), ...more].join(separator);
}

function describe(value: unknown): string {
  const text = value === undefined ? 'none' : JSON.stringify(value);
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
}
