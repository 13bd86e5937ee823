import { createHash, type Hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@elastic/elasticsearch';
import { cities } from '../../indices/cities.js';
import { ensureIndex } from '../../core/elasticsearch/ensureIndex.js';
import { hasStatus, isErrorOfType } from '../../core/elasticsearch/failures.js';
import { findGenerations } from '../generations/generation.js';
import { storedCities } from '../sources/storedCities.js';
import { CityIds } from './ids.js';

const PAIRS_PER_DOCUMENT = 20_000;

/**
 * Some ids given in one run; a few large documents, because they are only ever read all at once.
 * They are numbered, so that of two runs that read the same registry only one can add to it.
 */
interface RegistryDocument {
  /** Source id and city id. */
  ids: [string, string][];
}

/**
 * Tells that the first documents of a registry hold every id of a generation, which then need not
 * be read: that takes as long as a fifth of an ingestion.
 */
interface Coverage {
  generation: string;
  documents: number;
  /** Of these documents. */
  sha256: string;
}

/** No number, as the documents with ids have. */
const COVERAGE_ID = 'coverage';

/**
 * Every city id ever given, kept apart from the generations, so that an id outlives even a
 * generation that its city is missing from. It only grows.
 */
export interface Registry {
  known: CityIds;
  /**
   * Adds ids. To be done before the generation that uses them goes live.
   * @throws when another run has added some since this registry was read
   */
  add(assigned: Iterable<[string, string]>, generation: string): Promise<void>;
}

/** Returns the index of the registry. */
export function cityIdsIndex(indexPrefix: string): string {
  return `${indexPrefix}-city-ids`;
}

/** What was lost of a registry is made up for by the ids of the live generation. */
export async function readRegistry(client: Client, indexPrefix: string): Promise<Registry> {
  const index = cityIdsIndex(indexPrefix);
  await ensureIndex(client, index, { dynamic: false });
  const { live: generation } = await findGenerations({ client, indexPrefix }, cities.resource);
  const coverage = await readCoverage(client, index);
  const known = new CityIds();
  const hash = createHash('sha256');
  let documents = 0;
  let isCovered = generation === undefined;
  const count = (ids: RegistryDocument['ids']): void => {
    hash.update(JSON.stringify(ids));
    documents += 1;
  };
  const compareCoverage = (): void => {
    isCovered ||= coverage?.generation === generation && fits(coverage, documents, hash);
  };
  compareCoverage();
  for await (const { ids } of storedDocuments(client, index)) {
    for (const [sourceId, id] of ids) known.remember(sourceId, id);
    count(ids);
    compareCoverage();
  }
  const live =
    isCovered || generation === undefined ? [] : await readLiveIds(client, indexPrefix, generation);
  // Those that it contradicts, too: of two documents with a source id the later one holds.
  const lost = live.filter(([sourceId, id]) => known.idOf(sourceId) !== id);
  for (const [sourceId, id] of lost) known.remember(sourceId, id);

  return {
    known,
    async add(assigned, using) {
      for (const ids of inDocuments(lost, assigned)) {
        await create(client, index, documents, { ids });
        count(ids);
      }
      const covered = { generation: using, documents, sha256: hash.copy().digest('hex') };
      await client.index<Coverage>({ index, id: COVERAGE_ID, document: covered });
    },
  };
}

/** Cuts pairs into those of one document each, of which only one is in memory. */
function* inDocuments(
  ...sources: Iterable<[string, string]>[]
): Generator<RegistryDocument['ids']> {
  let ids: RegistryDocument['ids'] = [];
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

async function readCoverage(client: Client, index: string): Promise<Coverage | undefined> {
  const noted = await client.get<Coverage>({ index, id: COVERAGE_ID }, { ignore: [404] });
  return noted.found ? noted._source : undefined;
}

/** Tells whether these first documents are those that were noted. */
function fits(coverage: Coverage | undefined, documents: number, hash: Hash): boolean {
  if (coverage?.documents !== documents) return false;
  return hash.copy().digest('hex') === coverage.sha256;
}

/** Document by document, since a lookup by id sees what was just written and a search may not. */
async function* storedDocuments(client: Client, index: string): AsyncGenerator<RegistryDocument> {
  for (let number = 0; ; number += 1) {
    const request = { index, id: String(number) };
    const answer = await client.get<RegistryDocument>(request, { ignore: [404] });
    if (!answer.found || answer._source === undefined) return;
    yield answer._source;
  }
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
    // An earlier attempt, whose answer was lost, may have added it.
    const { _source: stored } = await client.get<RegistryDocument>({ index, id: String(number) });
    if (isDeepStrictEqual(stored, document)) return;
    throw new Error('Another ingestion has given out city ids meanwhile; nothing went live.', {
      cause: error,
    });
  }
}

async function readLiveIds(
  client: Client,
  indexPrefix: string,
  index: string,
): Promise<[string, string][]> {
  const found = await storedCities(client, index, ['id', 'source_id']).catch(
    async (error: unknown) => {
      if (error instanceof Error && isErrorOfType(error.cause, 'index_not_found_exception')) {
        // A node that had been paused may have told what was live before.
        const { live } = await findGenerations({ client, indexPrefix }, cities.resource);
        if (live === undefined || live === index) throw error;
        return storedCities(client, live, ['id', 'source_id']);
      }
      if (!isErrorOfType(error, 'index_closed_exception')) throw error;
      const advice = `open it (POST /${index}/_open), or delete it if it is not needed.`;
      throw new Error(`${index} is closed, and the ids of its cities must stay: ${advice}`, {
        cause: error,
      });
    },
  );
  return found.map((city) => [city.source_id, city.id]);
}
