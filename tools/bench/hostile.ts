import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import { type LightClient, lightClient, type Watched } from './lightClient.js';
import { seededRandom } from './statistics.js';
import { toTable } from './table.js';

/** A load that would starve others, if it could. */
interface HostileLoad {
  name: string;
  /** Goes on for so many seconds. */
  run(seconds: number): Promise<Outcome>;
}

/** Answers a second, by kind. */
interface Outcome {
  answered: number;
  refused: number;
}

const HEAVY_CONNECTIONS = 64;
const GUESSES = 5_000;
const GUESSES_PER_SECOND = 2_000;
const CHECKS_PER_SECOND = 1_200;
const CROWD = 2_000;
const SLOW_BODIES = 1_000;
const MAX_LIMIT = '10000';
/** It begins before it is measured who suffers. */
const LEAD_MS = 1_000;
/** After it, before the next. */
const REST_MS = 3_000;

const headers = { authorization: 'Bearer dev-internal' };

/**
 * Measures a light client, which asks one thing at a time, alone and beside each hostile load.
 * @param api its address
 * @param seconds how long each is measured
 * @returns a table in Markdown
 */
export async function measureHostile(
  api: string,
  countryIds: readonly string[],
  seconds: number,
  signal: AbortSignal,
): Promise<string> {
  const client = lightClient(api);
  await client.watch(seconds);
  const rows: string[][] = [];
  for (const load of hostileLoads(api, countryIds)) {
    signal.throwIfAborted();
    console.log(`Measuring a light client beside ${load.name}.`);
    rows.push(await beside(client, load, seconds));
  }
  client.close();
  const header = [
    '',
    'alone, p50 / p99',
    'beside, p50 / p99',
    'not 200',
    'load: 200/s',
    'others/s',
  ];
  return toTable(header, rows);
}

async function beside(client: LightClient, load: HostileLoad, seconds: number): Promise<string[]> {
  const alone = await client.watch(seconds);
  const running = load.run(seconds + (2 * LEAD_MS) / 1_000);
  await sleep(LEAD_MS);
  const harmed = await client.watch(seconds);
  const { answered, refused } = await running;
  // Elasticsearch may be at it still.
  await sleep(REST_MS);
  return [
    load.name,
    times(alone),
    times(harmed),
    `${harmed.failed} of ${harmed.asked}`,
    answered.toFixed(0),
    refused.toFixed(0),
  ];
}

const times = ({ p50Ms, p99Ms }: Watched): string => `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)} ms`;

function hostileLoads(url: string, countryIds: readonly string[]): HostileLoad[] {
  const all = { country_ids: countryIds.join(','), limit: MAX_LIMIT };
  const heavy = (name: string, request: autocannon.Request): HostileLoad =>
    flood(`${HEAVY_CONNECTIONS} × ${name}`, {
      url,
      connections: HEAVY_CONNECTIONS,
      headers,
      requests: [request],
    });
  return [
    heavy('all cities of all countries, limit 10,000', get('/cities/findByCountries', all)),
    heavy(
      'the same, from the 100,000th',
      get('/cities/findByCountries', { ...all, offset: '100000' }),
    ),
    heavy('1,000 cities by name', get('/cities/findByName', { token: 'a', limit: '1000' })),
    heavy(
      'markers within 50 km',
      get('/markers/findByRadius', { lat: '35.7', lng: '139.7', radius: '50000', season: '7' }),
    ),
    flood(`/health/ready, ${CHECKS_PER_SECOND} a second`, {
      url,
      connections: HEAVY_CONNECTIONS,
      overallRate: CHECKS_PER_SECOND,
      requests: [get('/health/ready', {})],
    }),
    flood(`guessed tokens, ${GUESSES_PER_SECOND} a second`, {
      url,
      connections: HEAVY_CONNECTIONS,
      overallRate: GUESSES_PER_SECOND,
      requests: guesses(),
    }),
    flood(`${CROWD} connections, cities by name`, {
      url,
      connections: CROWD,
      headers,
      requests: [get('/cities/findByName', { token: 'par', limit: '10' })],
    }),
    { name: `${SLOW_BODIES} bodies, a byte in 2 s`, run: (seconds) => slowBodies(url, seconds) },
  ];
}

function get(path: string, query: Record<string, string>): autocannon.Request {
  return { method: 'GET', path: `${path}?${new URLSearchParams(query).toString()}` };
}

function guesses(): autocannon.Request[] {
  const random = seededRandom(4);
  return Array.from({ length: GUESSES }, () => {
    const digits = Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join(
      '',
    );
    return {
      ...get('/cities/findByName', { token: 'par' }),
      headers: { authorization: `Bearer geo_${digits}` },
    };
  });
}

/** In a thread of its own: what the light client waits for must not be this process. */
function flood(name: string, options: autocannon.Options): HostileLoad {
  return {
    name,
    async run(seconds) {
      const result = await autocannon({ ...options, duration: seconds, workers: 1 });
      const answered = result['2xx'] / result.duration;
      return { answered, refused: result.non2xx / result.duration };
    },
  };
}

async function slowBodies(url: string, seconds: number): Promise<Outcome> {
  const worker = new Worker(new URL('./slowBodies.js', import.meta.url), {
    workerData: { url, connections: SLOW_BODIES, headers },
  });
  await sleep(seconds * 1_000);
  await worker.terminate();
  return { answered: 0, refused: 0 };
}
