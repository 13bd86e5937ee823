import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import { percentile } from 'es-toolkit/math';
import { cityResource } from '../../ingest/cities/resource.js';
import { countryResource } from '../../ingest/countries/resource.js';
import { countryCodes } from '../../ingest/sources/iso.js';
import { ingest, someCities, storeMarkers } from './data.js';
import { get, getAt } from './load.js';
import { withProcesses } from './processes.js';
import { pick, seededRandom } from './random.js';
import { milliseconds, toTable } from './report.js';
import type { Bench } from './session.js';

/** A load that would starve other clients if it could. */
interface HostileLoad {
  name: string;
  /** Runs for some seconds. Returns answers per second. */
  run: (seconds: number) => Promise<{ succeeded: number; rejected: number }>;
}

const headers = { authorization: 'Bearer dev-internal' };
const random = seededRandom(4);
/** The load starts this long before the light client is measured. */
const LEAD_SECONDS = 2;
const RECOVERY_MS = 3_000;

/** Measures a light client alone and beside each hostile load. Returns a Markdown table. */
export async function measureHostile(bench: Bench, seconds: number): Promise<string> {
  await ingest(bench, countryResource());
  await ingest(bench, cityResource(someCities(bench.extent.oneOf)));
  await storeMarkers(bench);
  const rows: string[][] = [];
  await withProcesses(bench, async (processes) => {
    const api = await processes.api();
    await watchLightClient(api, seconds);
    for (const { name, run } of hostileLoads(api)) {
      bench.signal.throwIfAborted();
      console.log(`Measuring a light client beside ${name}.`);
      const alone = await watchLightClient(api, seconds);
      const running = run(seconds + LEAD_SECONDS);
      await sleep(1_000 * LEAD_SECONDS);
      const beside = await watchLightClient(api, seconds);
      const { succeeded, rejected } = await running;
      await sleep(RECOVERY_MS);
      rows.push([name, ...alone, ...beside, succeeded.toFixed(0), rejected.toFixed(0)]);
    }
  });
  const light = ['alone, p50 / p99', 'not 200', 'beside, p50 / p99', 'not 200'];
  return toTable(['', ...light, 'load: 200/s', 'others/s'], rows);
}

const TOKENS = ['lon', 'par', 'ber', 'mun', 'tok', 'san', 'new', 'ist', 'mos', 'kyo'];
/** The light client pauses between two requests, as a person who types. */
const PAUSE_MS = 5;

/** Searches names, one request at a time. Returns the cells of the table. */
async function watchLightClient(api: string, seconds: number): Promise<[string, string]> {
  const timesMs: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const { path } = get('/cities/findByName', { token: pick(random, TOKENS), limit: '10' });
    const begun = performance.now();
    const answer = await fetch(`${api}${path}`, { headers }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    timesMs.push(performance.now() - begun);
    if (answer?.ok !== true) failed += 1;
    await sleep(PAUSE_MS);
  }
  const times = [percentile(timesMs, 50), percentile(timesMs, 99)];
  return [times.map(milliseconds).join(' / '), `${failed} of ${timesMs.length}`];
}

function hostileLoads(url: string): HostileLoad[] {
  const flood = (name: string, options: Omit<autocannon.Options, 'url'>): HostileLoad => ({
    name,
    async run(duration) {
      // In a thread, so that the light client does not wait for the load generator.
      const result = await autocannon({
        connections: 64,
        headers,
        ...options,
        url,
        duration,
        workers: 1,
      });
      const succeeded = result['2xx'] / result.duration;
      return { succeeded, rejected: result.non2xx / result.duration };
    },
  });
  const flood64 = (name: string, ...[path, query]: Parameters<typeof get>): HostileLoad =>
    flood(`64 × ${name}`, { requests: [get(path, query)] });
  const all = {
    country_ids: countryCodes()
      .map(({ id }) => id)
      .join(','),
    limit: '10000',
  };
  const tokyo = { lat: '35.7', lng: '139.7', radius: '50000', season: '7' };
  const byName = '/cities/findByName';
  return [
    flood64('all cities of all countries, limit 10,000', '/cities/findByCountries', all),
    flood64('the same, from the 100,000th', '/cities/findByCountries', {
      ...all,
      offset: '100000',
    }),
    flood64('1,000 cities by name', byName, { token: 'a', limit: '1000' }),
    flood64('markers within 50 km', '/markers/findByRadius', tokyo),
    flood('/health/ready, 1,200 a second', {
      overallRate: 1_200,
      requests: [get('/health/ready', {})],
    }),
    flood('guessed tokens, 2,000 a second', {
      overallRate: 2_000,
      requests: Array.from({ length: 5_000 }, () => ({
        ...get(byName, { token: 'par' }),
        headers: { authorization: `Bearer ${guessToken()}` },
      })),
    }),
    flood('2,000 connections, cities by name', {
      connections: 2_000,
      requests: [get(byName, { token: 'par', limit: '10' })],
    }),
    flood('256 connections, markers that are never cached', {
      connections: 256,
      requests: Array.from({ length: 1_000 }, () => aRadius()),
    }),
    { name: '1,000 bodies, a byte in 2 s', run: (seconds) => sendSlowBodies(url, seconds) },
  ];
}

function guessToken(): string {
  const digits = Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16));
  return `geo_${digits.join('')}`;
}

function aRadius(): autocannon.Request {
  const point = { latitude: random() * 120 - 60, longitude: random() * 360 - 180 };
  return getAt('/markers/findByRadius', point, '&radius=1000&season=7');
}

async function sendSlowBodies(
  url: string,
  seconds: number,
): Promise<{ succeeded: number; rejected: number }> {
  const workerData = { url, connections: 1_000, headers };
  const worker = new Worker(new URL('./slowBodies.js', import.meta.url), { workerData });
  await sleep(1_000 * seconds);
  await worker.terminate();
  return { succeeded: 0, rejected: 0 };
}
