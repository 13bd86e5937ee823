import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, throwIfInterrupted } from './errors.js';
import { type AnsweringServer, serverAt } from '../../core/elasticsearch/runningEngine.js';

const pollMs = 100;

/** The goal of a wait, and when to give up. */
export interface Wait {
  portsFile: string;
  /** Of the server, as its settings say. */
  run: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Settles when there is nothing left to wait for. */
  gone: Promise<EngineError>;
}

/**
 * Waits until the server answers and has all its data, and returns where it is.
 * @throws EngineError `start_timeout`, `data_damaged`, `interrupted`, or why the server is gone
 */
export async function waitUntilHealthy({
  portsFile,
  run,
  timeoutMs,
  signal,
  gone,
}: Wait): Promise<AnsweringServer> {
  let death: EngineError | undefined;
  void gone.then((error) => {
    death = error;
  });
  const deadline = Date.now() + timeoutMs;
  let answered = false;
  while (Date.now() < deadline) {
    throwIfInterrupted(signal);
    if (death !== undefined) throw death;
    const url = readAddress(portsFile);
    // Another server may have written it: an earlier one, or one that was started at the same time, and has the data.
    const found = url === undefined ? undefined : await serverAt(url);
    const ours = found?.run === run ? found : undefined;
    const status = ours && (await healthOf(ours.url));
    if (ours !== undefined && (status === 'green' || status === 'yellow')) return ours;
    answered ||= status !== undefined;
    await sleep(pollMs);
  }
  throw answered
    ? new EngineError(
        'data_damaged',
        `Elasticsearch started, but after ${timeoutMs / 1000} s some of its data is still not readable: remove the data folder and ingest again.`,
      )
    : new EngineError(
        'start_timeout',
        `Elasticsearch did not answer within ${timeoutMs / 1000} s.`,
      );
}

/** The server writes its address here once it listens, which is how a port chosen by the system becomes known. */
function readAddress(portsFile: string): string | undefined {
  try {
    const address = /^127\.0\.0\.1:\d+$/m.exec(readFileSync(portsFile, 'utf8'))?.[0];
    return address === undefined ? undefined : `http://${address}`;
  } catch {
    return undefined;
  }
}

async function healthOf(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`, {
      signal: AbortSignal.timeout(5_000),
    });
    return ((await answer.json()) as { status?: string }).status;
  } catch {
    return undefined;
  }
}
