import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { Client } from '@elastic/elasticsearch';
import { findGenerations } from '../../../ingest/generations/generation.js';
import {
  type IngestOptions,
  ingestResource,
  type IngestReport,
} from '../../../ingest/generations/ingestResource.js';
import { PROCESS_ID, processId } from '../../../core/processes.js';
import { retryingClient } from '../../../core/elasticsearch/retry.js';
import { silentProgress } from '../../../core/cli/progress.js';
import type { Context, Resource } from '../../../ingest/generations/resource.js';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { Folder } from '../../support/folder.js';

/** An index prefix of its own in the Elasticsearch of the tests, and what an ingestion said. */
export interface Sandbox extends Context {
  /** Everything that ingestions noted, the latest last. */
  notes: string[];
  /** For files of its own. */
  folder: Folder;
  ingest<Document extends { id: string }>(
    resource: Resource<Document>,
    options?: Omit<IngestOptions, 'progress'>,
  ): Promise<IngestReport>;
  /** The names of all its indices, sorted. */
  indices(): Promise<string[]>;
  generations(resource: string): ReturnType<typeof findGenerations>;
  /** The live documents of a resource by their ids. */
  live<Document>(resource: string): Promise<Map<string, Document>>;
  /** Takes away whatever came between its client and Elasticsearch. */
  heal(): void;
  remove(): Promise<void>;
}

export function createSandbox(url = process.env.ELASTICSEARCH_URL): Sandbox {
  if (!url) throw new Error('The tests have no Elasticsearch.');
  const client = new Client({ node: url, requestTimeout: 60_000, maxRetries: 0 });
  const indexPrefix = `t${randomBytes(5).toString('hex')}`;
  const context = { client, indexPrefix };
  const { transport } = client;
  const request = transport.request.bind(transport);
  const folder = new Folder();
  const notes: string[] = [];
  const progress = { ...silentProgress, note: (text: string) => notes.push(text) };
  const indices = async (): Promise<string[]> =>
    Object.keys(
      await client.indices.get({ index: `${indexPrefix}-*`, expand_wildcards: 'all' }),
    ).sort();

  return {
    ...context,
    notes,
    folder,
    indices,
    async ingest(resource, options = {}) {
      const patient = retryingClient(client, { progress, ...options });
      const using = { client: patient, indexPrefix };
      const [report] = await ingestResource(using, resource, { progress, ...options });
      return report;
    },
    generations: (resource) => findGenerations({ client, indexPrefix }, resource),
    live: (resource) => readAll(client, liveAlias(indexPrefix, resource)),
    heal() {
      transport.request = request;
    },
    async remove() {
      folder.remove();
      // At once: each request costs Elasticsearch a new state of the cluster.
      const index = await indices();
      if (index.length > 0) await client.indices.delete({ index });
      await client.close();
    },
  };
}

const PAGE = 10_000;

async function readAll<Document>(client: Client, index: string): Promise<Map<string, Document>> {
  const documents = new Map<string, Document>();
  for (let after: string | undefined; ;) {
    const { hits } = await client.search<Document & { id: string }>({
      index,
      size: PAGE,
      sort: [{ id: 'asc' }],
      ...(after === undefined ? {} : { search_after: [after] }),
    });
    for (const { _source: document } of hits.hits) {
      if (document === undefined) continue;
      documents.set(document.id, document);
      after = document.id;
    }
    if (hits.hits.length < PAGE) return documents;
  }
}

/** Lets a run of somebody else hold the lock of a resource. */
export async function holdLock(
  { client, indexPrefix }: Context,
  resource: string,
  { pid = process.ppid, begunAt, beatAt, ...holder }: { pid?: number; process?: string | undefined; begunAt?: string; beatAt?: string } = {}, // prettier-ignore
): Promise<void> {
  await client.index({
    index: `${indexPrefix}-ingestions`,
    id: resource,
    document: {
      holder: 'somebody else',
      host: hostname(),
      pid,
      begun_at: begunAt ?? '2026-11-21T10:00:00.000Z',
      beat_at: beatAt,
      process: 'process' in holder ? holder.process : (processId(pid) ?? PROCESS_ID.replace(/^\d+/, `${pid}`)), // prettier-ignore
    },
  });
}
