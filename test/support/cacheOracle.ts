import { omit } from 'es-toolkit/object';
import { startApi } from './api.js';
import type { Asking, PlainAnswer } from './askPlainly.js';
import { untilEnd } from './each.js';
import { inParallel } from './inParallel.js';

const AT_ONCE = 16;
const MAX_SHOWN = 5;
/** All is known, however slow the machine is. */
const VALID_MS = 600_000;

export interface Traffic {
  readonly target: string;
  readonly asking?: Asking;
}

/** All that callers see, except what belongs to one request. */
const seen = ({ status, headers, body }: PlainAnswer) =>
  JSON.stringify([
    status,
    omit(headers, ['date', 'cache-status', 'ratelimit']),
    body.toString('latin1'),
  ]);

/**
 * Starts an API with a cache, and one without, for the tests of a file. Every answer of the one is compared with that of the other.
 * @param indexPrefix of the data; absent: the built-in data
 */
export async function startCacheOracle(indexPrefix?: string) {
  const options = { indexPrefix, timeoutMs: 60_000 };
  const cached = untilEnd(await startApi({ ...options, validMs: VALID_MS }));
  const uncached = untilEnd(await startApi({ ...options, cacheMegabytes: 0 }));

  async function dataOf<Data>(target: string): Promise<Data> {
    const { status, body } = await uncached.ask(target);
    if (status !== 200) throw new Error(`${target}: ${body.toString()}`);
    return (JSON.parse(body.toString()) as { data: Data }).data;
  }

  /**
   * Sends all traffic to both, and compares.
   * @returns the share of answers that were cache hits
   */
  async function compare(traffic: readonly Traffic[], atOnce = AT_ONCE): Promise<number> {
    let hits = 0;
    const differences: string[] = [];
    await inParallel(
      traffic,
      async ({ target, asking }) => {
        const sent = { ...asking, headers: { 'X-Request-Id': 'oracle', ...asking?.headers } };
        const [given, expected] = await Promise.all([
          cached.ask(target, sent),
          uncached.ask(target, sent),
        ]);
        if (given.headers['cache-status'] === 'geographic-data; hit') hits += 1;
        const [one, other] = [seen(given), seen(expected)];
        if (one !== other)
          differences.push(`${target} ${JSON.stringify(asking)}\n${one}\n${other}`);
      },
      atOnce,
    );
    const shown = differences.slice(0, MAX_SHOWN).join('\n\n');
    if (shown !== '')
      throw new Error(`${differences.length} of ${traffic.length} differ:\n${shown}`);
    return hits / traffic.length;
  }

  return { cached, uncached, dataOf, compare };
}
