import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { lightClient, type Watched } from './lightClient.js';
import { seededRandom } from './statistics.js';
import { toTable } from './table.js';

const TIMES = 4;
const CONNECTIONS = 32;
/** So many that a request can be sent while others wait. */
const FLOOD_CONNECTIONS = 256;
const PATHS = 1_000;
const LEAD_MS = 2_000;
/** Everything is as before by then. */
const RECOVERED_WITHIN_MS = 2_000;

const headers = { authorization: 'Bearer dev-internal' };
const random = seededRandom(6);

/** Markers around a place: no answer is kept of them. */
const aRadius = (): string => {
  const [lat, lng] = [random() * 120 - 60, random() * 360 - 180];
  return `/markers/findByRadius?lat=${lat.toFixed(4)}&lng=${lng.toFixed(4)}&radius=1000&season=7`;
};

/**
 * Measures a client and the health of a process that is asked for four times as much as it can
 * answer.
 * @param api its address
 * @param seconds how long each is measured
 * @returns a table in Markdown
 */
export async function measureOverload(
  api: string,
  seconds: number,
  signal: AbortSignal,
): Promise<string> {
  const requests = Array.from(
    { length: PATHS },
    () => ({ method: 'GET', path: aRadius() }) as const,
  );
  const options = { url: api, headers, requests, workers: 1 };
  const client = lightClient(api, aRadius);
  const health = lightClient(api, () => '/health/live');
  await client.watch(seconds);
  const alone = await client.watch(seconds);
  signal.throwIfAborted();
  const held = await autocannon({ ...options, connections: CONNECTIONS, duration: seconds });
  const perSecond = Math.round(held['2xx'] / held.duration);
  console.log(`Asking for ${TIMES} times ${perSecond} lookups a second.`);
  await sleep(LEAD_MS);
  signal.throwIfAborted();
  const flooding = autocannon({
    ...options,
    connections: FLOOD_CONNECTIONS,
    overallRate: TIMES * perSecond,
    duration: seconds + LEAD_MS / 1_000,
  });
  await sleep(LEAD_MS);
  const [beside, live] = await Promise.all([client.watch(seconds), health.watch(seconds)]);
  const flood = await flooding;
  await sleep(RECOVERED_WITHIN_MS);
  const after = await client.watch(seconds);
  client.close();
  health.close();
  const row = (name: string, { asked, failed, accepted99Ms }: Watched): string[] => [
    name,
    `${accepted99Ms.toFixed(1)} ms`,
    `${failed} of ${asked}`,
  ];
  const asked = flood.requests.total / flood.duration;
  const table = toTable(
    ['', 'p99 of 200', 'not 200'],
    [
      row('alone', alone),
      [
        `each of ${CONNECTIONS} callers, who ask for what is held`,
        `${held.latency.p99.toFixed(1)} ms`,
        `${held.non2xx} of ${held.requests.total}`,
      ],
      row('beside the load', beside),
      row('`/health/live` meanwhile', live),
      row(`${RECOVERED_WITHIN_MS / 1_000} s afterwards`, after),
    ],
  );
  const answered = (flood['2xx'] / flood.duration).toFixed(0);
  return `${perSecond} lookups a second are held; of ${asked.toFixed(0)} a second, ${answered} are answered.\n\n${table}`;
}
