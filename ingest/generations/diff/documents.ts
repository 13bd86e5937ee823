import type { Client, estypes } from '@elastic/elasticsearch';
import { hasStatus } from '../../../core/elasticsearch/failures.js';
import { storedPages } from '../../../core/elasticsearch/storedPages.js';

const PAGE = 2_000;

/** Everything of a document that can be read back, by dotted names of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

type Source = Record<string, unknown>;

/** Documents by their ids. */
export type Page = ReadonlyMap<string, Fields>;

/**
 * Reads all documents of an index that nobody writes, a page at a time, in no order that another
 * index shares: not every resource has a field that could be sorted by.
 * @param whole false: their ids only
 */
export async function* pagesOf(
  client: Client,
  index: string,
  whole: boolean,
): AsyncGenerator<Page> {
  try {
    const reading = { ...contents(whole), size: PAGE };
    for await (const hits of storedPages<Source>(client, index, reading)) yield toPage(hits);
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    throw new Error(
      `${index} was deleted, or Elasticsearch started anew, while it was read: try again.`,
      { cause: error },
    );
  }
}

/** Reads those of some documents that an index has. */
export async function readByIds(
  client: Client,
  index: string,
  ids: readonly string[],
  whole: boolean,
): Promise<Page> {
  const { hits } = await client.search<Source>({
    index,
    query: { ids: { values: [...ids] } },
    ...contents(whole),
    size: ids.length,
    track_total_hits: false,
    allow_partial_search_results: false,
  });
  return toPage(hits.hits);
}

function contents(whole: boolean): Pick<estypes.SearchRequest, '_source' | 'stored_fields'> {
  // What is kept outside of `_source`, too.
  return whole ? { _source: true, stored_fields: ['*'] } : { _source: false };
}

function toPage(hits: readonly estypes.SearchHit<Source>[]): Page {
  return new Map(
    hits.map(({ _id: id = '', _source: source = {}, fields = {} }) => {
      const apart = Object.entries(fields as Record<string, unknown[]>);
      return [
        id,
        {
          ...flat(source),
          ...Object.fromEntries(apart.map(([name, values]) => [name, values[0]])),
        },
      ];
    }),
  );
}

function flat(value: Record<string, unknown>, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      isObject(inner)
        ? Object.entries(flat(inner, `${prefix}${name}.`))
        : [[`${prefix}${name}`, inner] as const],
    ),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
