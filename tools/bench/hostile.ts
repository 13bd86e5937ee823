import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { percentile } from 'es-toolkit/math';
import { cityResource } from '../../ingest/cities/resource.js';
import { countryResource } from '../../ingest/countries/resource.js';
import { countryCodes } from '../../ingest/sources/iso.js';
import { milliseconds, toTable } from './comparison.js';
import { ingest, someCities, storeMarkers } from './data.js';
import { get, HEADERS } from './load.js';
import { withProcesses } from './processes.js';
import { pick, seededRandom } from './random.js';
import type { Bench } from './session.js';

const random = seededRandom(4);
/** The load starts this long before the light client is measured. */
const LEAD_SECONDS = 2;
const RECOVERY_MS = 3_000;
/** The light client pauses between two requests, as a person who types. */
const PAUSE_MS = 5;
const TOKENS = ['lon', 'par', 'ber', 'mun', 'tok', 'san', 'new', 'ist', 'mos', 'kyo'];
const BYTE_INTERVAL_MS = 2_000;
const BY_NAME = '/cities/findByName';

/** Loads the API for some seconds as hard as it can. Returns answers per second. */
type Hostile = (api: string, seconds: number) => Promise<{ ok: number; others: number }>;

/** Measures a light client alone and beside each hostile load. Returns a Markdown table. */
export async function measureHostile(bench: Bench, seconds: number): Promise<string> {
  await ingest(bench, await countryResource());
  await ingest(bench, cityResource(someCities(bench.extent.oneOf)));
  await storeMarkers(bench);
  const rows: string[][] = [];
  await withProcesses(bench, async (start) => {
    const api = await start('api');
    await watchLightClient(api, seconds);
    for (const [name, run] of Object.entries(hostileLoads())) {
      bench.signal.throwIfAborted();
      console.log(`Measuring a light client beside ${name}.`);
      const alone = await watchLightClient(api, seconds);
      const running = run(api, seconds + LEAD_SECONDS);
      await sleep(1_000 * LEAD_SECONDS);
      const beside = await watchLightClient(api, seconds);
      const { ok, others } = await running;
      await sleep(RECOVERY_MS);
      rows.push([name, ...alone, ...beside, ok.toFixed(0), others.toFixed(0)]);
    }
  });
  const light = ['alone, p50 / p99', 'not 200', 'beside, p50 / p99', 'not 200'];
  return toTable(['', ...light, 'load: 200/s', 'others/s'], rows);
}

/** Searches names, one request at a time. Returns the cells of the table. */
async function watchLightClient(api: string, seconds: number): Promise<[string, string]> {
  const timesMs: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const { path } = get(BY_NAME, { token: pick(random, TOKENS), limit: '10' });
    const begun = performance.now();
    const answer = await fetch(`${api}${path}`, { headers: HEADERS }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    timesMs.push(performance.now() - begun);
    if (answer?.ok !== true) failed += 1;
    await sleep(PAUSE_MS);
  }
  const times = [percentile(timesMs, 50), percentile(timesMs, 99)];
  return [times.map(milliseconds).join(' / '), `${failed} of ${timesMs.length}`];
}

function hostileLoads(): Record<string, Hostile> {
  const all = { country_ids: countryCodes().map(({ id }) => id).join(','), limit: '10000' }; // prettier-ignore
  const tokyo = { lat: '35.7', lng: '139.7', radius: '50000', season: '7' };
  const guesses = Array.from({ length: 5_000 }, () => ({
    ...get(BY_NAME, { token: 'par' }),
    headers: { authorization: `Bearer ${guessToken()}` },
  }));
  const paris = get(BY_NAME, { token: 'par', limit: '10' });
  return {
    '64 × all cities of all countries, limit 10,000': flood([get('/cities/findByCountries', all)]),
    '64 × 1,000 cities by name': flood([get(BY_NAME, { token: 'a', limit: '1000' })]),
    '64 × markers within 50 km': flood([get('/markers/findByRadius', tokyo)]),
    'guessed tokens, 2,000 a second': flood(guesses, { overallRate: 2_000 }),
    '2,000 connections, cities by name': flood([paris], { connections: 2_000 }),
    '1,000 bodies, a byte in 2 s': sendSlowBodies,
  };
}

function flood(requests: autocannon.Request[], options: Partial<autocannon.Options> = {}): Hostile {
  return async (url, duration) => {
    // In a thread, so that the light client does not wait for the load generator.
    const load = { connections: 64, headers: HEADERS, requests, workers: 1, ...options };
    const result = await autocannon({ ...load, url, duration });
    const { '2xx': ok, non2xx } = result;
    return { ok: ok / result.duration, others: non2xx / result.duration };
  };
}

function guessToken(): string {
  const digits = Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16));
  return `geo_${digits.join('')}`;
}

/** Sends bodies a byte at a time. Starts another one when one is rejected. */
const sendSlowBodies: Hostile = async (api, seconds) => {
  const stop = AbortSignal.timeout(1_000 * seconds);
  const headers = { ...HEADERS, 'content-length': 1_000 };
  const send = (): void => {
    if (stop.aborted) return;
    const body = request(`${api}/markers/update`, { method: 'PUT', headers, signal: stop });
    const timer = setInterval(() => body.write(' '), BYTE_INTERVAL_MS);
    body.on('response', (answer) => answer.resume());
    body.on('error', () => undefined);
    body.once('close', () => {
      clearInterval(timer);
      setTimeout(send, BYTE_INTERVAL_MS).unref();
    });
    body.write(' ');
  };
  for (let connection = 0; connection < 1_000; connection += 1) send();
  await sleep(1_000 * seconds);
  return { ok: 0, others: 0 };
};
