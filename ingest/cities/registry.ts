import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@elastic/elasticsearch';
import { difference } from 'es-toolkit/array';
import { ensureIndex } from '../../core/elasticsearch/ensureIndex.js';
import { hasStatus, isErrorOfType } from '../../core/elasticsearch/failures.js';
import { cities } from '../../indices/cities.js';
import { findGenerations } from '../generations/generation.js';
import type { Context } from '../generations/resource.js';
import { storedCities } from '../reference/storedCities.js';
import { CityIds } from './ids.js';

const PAIRS_PER_DOCUMENT = 20_000;

type IdPair = [sourceId: string, id: string];

/**
 * Ids given out in one run: a few large documents, because they are only ever read together. They
 * are numbered, so only one of two runs that read the same registry can add to it.
 */
interface RegistryDocument {
  ids: IdPair[];
}

/**
 * Notes that the first documents of a registry hold every id of some generations. The generations then
 * need not be read, which would take a fifth of an ingestion each.
 */
interface Coverage {
  /** Absent in a registry that is older than this member. */
  generations?: string[];
  documents: number;
}

/** Not a number, unlike the ids of the registry's other documents. */
const COVERAGE_ID = 'coverage';

/**
 * Every city id ever given out. It is stored apart from the generations, so that an id outlives
 * generations that its city is missing from. It only grows.
 */
export interface Registry {
  known: CityIds;
  /**
   * Adds the ids of a generation, once it is promoted: ids of one that never is are not given out. If
   * this fails, {@link readRegistry} restores the ids while the generation is live or the previous one.
   * @throws if another run has added some since this registry was read
   */
  add(assigned: Iterable<IdPair>, generation: string): Promise<void>;
}

export function cityIdsIndex(indexPrefix: string): string {
  return `${indexPrefix}-city-ids`;
}

/**
 * Reads the registry. Ids that it lacks are restored from the live and the previous generation.
 * @throws if one of these must be read, and is closed
 */
export async function readRegistry(client: Client, indexPrefix: string): Promise<Registry> {
  const index = cityIdsIndex(indexPrefix);
  await ensureIndex(client, index, { dynamic: false });
  const { live, previous } = await findGenerations({ client, indexPrefix }, cities.resource);
  // Reads by id, because a search may miss a document that was just written.
  const stored = async <Document>(id: string): Promise<Document | undefined> =>
    (await client.get<Document>({ index, id }, { ignore: [404] }))._source;
  const coverage = await stored<Coverage>(COVERAGE_ID);
  const known = new CityIds();
  let documents = 0;
  for (;;) {
    const document = await stored<RegistryDocument>(String(documents));
    if (document === undefined) break;
    for (const [sourceId, id] of document.ids) known.remember(sourceId, id);
    documents += 1;
  }
  const isWhole = coverage !== undefined && coverage.documents <= documents;
  const covered = isWhole ? (coverage.generations ?? []) : [];
  const kept = [previous, live].filter((generation) => generation !== undefined);
  const lost: IdPair[] = [];
  for (const generation of difference(kept, covered)) {
    for (const [sourceId, id] of await keptIds(client, indexPrefix, generation)) {
      // Also ids that the registry contradicts: of two documents with a source id the later one counts.
      if (known.idOf(sourceId) === id) continue;
      known.remember(sourceId, id);
      lost.push([sourceId, id]);
    }
  }

  return {
    known,
    async add(assigned, generation) {
      for (const pairs of inDocuments(lost, assigned)) {
        await create(client, index, documents, { ids: pairs });
        documents += 1;
      }
      const document = { generations: [...kept, generation], documents };
      await client.index<Coverage>({ index, id: COVERAGE_ID, document });
    },
  };
}

/**
 * Compares the ids of a held generation with the registry. Must be called under the lock, before the
 * generation is promoted.
 * @returns a function that adds the ids, to be called once it is promoted; undefined if other runs have
 * given these ids, or other ids to these cities, meanwhile
 */
export async function registrationOf(
  { client, indexPrefix }: Context,
  index: string,
): Promise<(() => Promise<void>) | undefined> {
  const registry = await readRegistry(client, indexPrefix);
  const { held } = await findGenerations({ client, indexPrefix }, cities.resource);
  if (held !== index) return undefined;
  const added: IdPair[] = [];
  for (const [sourceId, id] of await storedIds(client, index)) {
    const known = registry.known.idOf(sourceId);
    if (known === id) continue;
    if (known !== undefined || registry.known.sourceIdOf(id) !== undefined) return undefined;
    added.push([sourceId, id]);
  }
  return () => registry.add(added, index);
}

/** Splits pairs into documents. Only one document is in memory at a time. */
function* inDocuments(...sources: Iterable<IdPair>[]): Generator<IdPair[]> {
  let ids: IdPair[] = [];
  for (const pairs of sources) {
    for (const pair of pairs) {
      ids.push(pair);
      if (ids.length < PAIRS_PER_DOCUMENT) continue;
      yield ids;
      ids = [];
    }
  }
  if (ids.length > 0) yield ids;
}

async function create(
  client: Client,
  index: string,
  number: number,
  document: RegistryDocument,
): Promise<void> {
  try {
    await client.create({ index, id: String(number), document });
  } catch (error) {
    if (!hasStatus(error, 409)) throw error;
    // The document may be there from an attempt whose answer was lost.
    const { _source: stored } = await client.get<RegistryDocument>({ index, id: String(number) });
    if (isDeepStrictEqual(stored, document)) return;
    throw new Error('Another ingestion has given out city ids meanwhile. Ingest cities again.', {
      cause: error,
    });
  }
}

/** Returns the ids of the live or the previous generation. */
async function keptIds(client: Client, indexPrefix: string, index: string): Promise<IdPair[]> {
  return await storedIds(client, index).catch(async (error: unknown) => {
    if (error instanceof Error && isErrorOfType(error.cause, 'index_not_found_exception')) {
      // A node that had been paused may have answered with a former live generation.
      const { live, previous } = await findGenerations({ client, indexPrefix }, cities.resource);
      if (live === undefined || [live, previous].includes(index)) throw error;
      return storedIds(client, live);
    }
    if (!isErrorOfType(error, 'index_closed_exception')) throw error;
    throw new Error(
      `${index} is closed, and the ids of its cities must stay. Open it (POST /${index}/_open), or delete it if it is not needed.`,
      { cause: error },
    );
  });
}

async function storedIds(client: Client, index: string): Promise<IdPair[]> {
  const stored = await storedCities(client, index, ['id', 'source_id']);
  return stored.map((city) => [city.source_id, city.id]);
}
