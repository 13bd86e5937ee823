import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../core/elasticsearch/client.js';
import { explain } from '../../core/elasticsearch/explain.js';
import { loadDataConfig } from '../../core/elasticsearch/settings.js';
import { startEngine } from '../engine/start.js';
import { newIndexPrefix, removeIndices, type Session } from './bench.js';
import { Processes } from './processes.js';

const QUICK_HEAP_MEGABYTES = 512;
const HEAP_MEGABYTES = 2048;

/**
 * Works with indices of its own, in the Elasticsearch that ELASTICSEARCH_URL names, or else in one
 * that is started for it; whatever comes, they are deleted at the end.
 */
export async function withSession(
  { quick, signal }: { quick: boolean; signal: AbortSignal },
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const { ELASTICSEARCH_URL } = process.env;
  if (ELASTICSEARCH_URL) {
    const [url = '', ...others] = loadDataConfig({ ELASTICSEARCH_URL }).elasticsearch.urls;
    if (others.length > 0) throw new Error('ELASTICSEARCH_URL must be one address for a bench.');
    await onOwnIndices(url, signal, work);
    return;
  }
  const engine = await startEngine({
    dataFolder: mkdtempSync(join(tmpdir(), 'geographic-bench-')),
    temporary: true,
    heapMegabytes: quick ? QUICK_HEAP_MEGABYTES : HEAP_MEGABYTES,
    log: console.log,
    signal,
  });
  await finallyDo(
    () => onOwnIndices(engine.url, signal, work),
    () => engine.stop(),
  );
}

async function onOwnIndices(
  url: string,
  signal: AbortSignal,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const client = createClient({ urls: [url], timeoutMs: 120_000 });
  const session = { client, indexPrefix: newIndexPrefix(), elasticsearchUrl: url, signal };
  const cleanUp = (): Promise<void> =>
    finallyDo(
      () => removeIndices(session),
      () => client.close(),
    );
  try {
    await finallyDo(() => work(session), cleanUp);
  } catch (error) {
    throw new Error(explain(error, [url]), { cause: error });
  }
}

/** Works with processes of the API and of peers, which are stopped at the end. */
export async function withProcesses(
  { elasticsearchUrl, indexPrefix }: Session,
  work: (processes: Processes) => Promise<void>,
): Promise<void> {
  const processes = new Processes({
    ELASTICSEARCH_URL: elasticsearchUrl,
    INDEX_PREFIX: indexPrefix,
  });
  await finallyDo(
    () => work(processes),
    () => processes.stop(),
  );
}

/** Does the second after the first, however that ended; a failure of the first one is the one thrown. */
async function finallyDo(first: () => Promise<void>, second: () => Promise<void>): Promise<void> {
  try {
    await first();
  } catch (error) {
    await second().catch((also: unknown) => {
      const reason = also instanceof Error ? also.message : String(also);
      console.error(`Cleaning up failed, too: ${reason}`);
    });
    throw error;
  }
  await second();
}
