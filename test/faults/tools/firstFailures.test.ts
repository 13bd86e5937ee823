import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Engine, startEngine } from '../../../tools/engine/start.js';

/** Each takes 6 s and more, so CI shows only that the test works. */
const STARTS = process.env.CI === undefined ? 20 : 3;
const TIMEOUT_MS = 900_000;
const ANSWERS_WITHIN_MS = 15_000;
/** The requests of each kind, sent at the same time. */
const REQUESTS = 16;

/** Returns the status, or the name of the failure. */
async function ask(method: string, url: string, body?: object): Promise<number | string> {
  try {
    const answer = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    await answer.text();
    return answer.status;
  } catch (error) {
    return (error as Error).name;
  }
}

async function failuresAtOnce({ url }: Engine): Promise<Set<number | string>> {
  await ask('PUT', `${url}/one`, { settings: { number_of_replicas: 0 } });
  await ask('PUT', `${url}/one/_create/1`, {});
  const repeat = (request: () => Promise<number | string>) =>
    Array.from({ length: REQUESTS }, request);
  // Opens the connections, so that the failures come in one moment.
  await Promise.all(Array.from({ length: 4 * REQUESTS }, () => ask('GET', `${url}/one/_doc/1`)));
  return new Set(
    await Promise.all([
      ...repeat(() => ask('PUT', `${url}/one/_create/1`, {})),
      ...repeat(() => ask('POST', `${url}/missing/_search`, {})),
    ]),
  );
}

// Threads that had the first failures of the server waited for each other for good, at one of eight starts.
test(`${STARTS} starts: the first failures come at once, and all requests are answered`, async () => {
  for (let start = 1; start <= STARTS; start += 1) {
    const dataFolder = mkdtempSync(join(tmpdir(), 'first-failures-'));
    // The server may be another account.
    chmodSync(dataFolder, 0o755);
    const engine = await startEngine({ dataFolder, heapMegabytes: 256, temporary: true });
    const statuses = await failuresAtOnce(engine);
    if (statuses.has('TimeoutError')) process.kill(engine.pid, 'SIGKILL');
    await engine.stop();
    expect([start, statuses]).toEqual([start, new Set([409, 404])]);
  }
}, TIMEOUT_MS); // prettier-ignore
