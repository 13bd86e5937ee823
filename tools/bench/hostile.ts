import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from 'es-toolkit/math';
import { LANGUAGES } from '../../indices/languages.js';
import { countryCodes } from '../../ingest/reference/iso.js';
import { milliseconds, toTable } from './comparison.js';
import { prepareData } from './data.js';
import { flood, type Flooded, type Sent } from './flood.js';
import { get, HEADERS, type Question } from './load.js';
import { withProcesses } from './processes.js';
import { pick, seededRandom } from './random.js';
import { type Bench, QUICK } from './session.js';

const random = seededRandom(4);
/** The load starts this long before the light client is measured. */
const LEAD_SECONDS = 2;
const RECOVERY_SECONDS = 3;
/** A light client may be slowed down by this factor, or to this time if that is longer. */
const MAX_SLOWDOWN = 3;
const MIN_BOUND_MS = 60;
/** The light client pauses between two requests. */
const PAUSE_MS = 10;
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
const MAX_LIMIT = 45;
const BYTE_INTERVAL_MS = 2_000;
const BY_NAME = '/cities/findByName';
/** The countries with the most cities. */
const LARGE = ['IND', 'CHN', 'USA', 'RUS', 'BRA', 'DEU', 'FRA', 'MEX'];

/** Loads the API for some seconds as hard as it can. Returns answers per second, and the time of the slowest one. */
type Hostile = (
  api: string,
  seconds: number,
  headers: Readonly<Record<string, string>>,
) => Promise<Flooded>;

/** The tokens of the load and of the light client are never the same. */
const [PUBLIC, INTERNAL] = ['dev-public', 'dev-internal'].map((token) => ({
  ...HEADERS,
  authorization: `Bearer ${token}`,
})) as [typeof HEADERS, typeof HEADERS];
/** The loads that a public token may not send. Internal tokens have no limit. */
const NEEDS_INTERNAL = /markers|bodies/;

/**
 * Measures a light client alone and beside each hostile load. Returns a Markdown table, and how many
 * rows are within bounds.
 */
export async function measureHostile(bench: Bench, seconds: number): Promise<string> {
  await prepareData(bench, new Set(['lands', 'markers']));
  const isQuick = bench.extent === QUICK;
  const leadSeconds = isQuick ? 1 : LEAD_SECONDS;
  const rows: string[][] = [];
  let within = 0;
  await withProcesses(bench, async (start) => {
    // With the default limits of tokens.
    const api = await start('api', { RATE_LIMIT_PER_SECOND: undefined });
    await watchLightClient(api, seconds, INTERNAL);
    for (const [name, run] of Object.entries(hostileLoads())) {
      bench.signal.throwIfAborted();
      console.log(`Measuring a light client beside ${name}.`);
      const isInternal = NEEDS_INTERNAL.test(name);
      const [own, light] = isInternal ? [INTERNAL, PUBLIC] : [PUBLIC, INTERNAL];
      const alone = await watchLightClient(api, seconds, light);
      const running = run(api, seconds + leadSeconds, own);
      await sleep(1_000 * leadSeconds);
      const beside = await watchLightClient(api, seconds, light);
      const { ok, others, slowestMs } = await running;
      await sleep(1_000 * (isQuick ? 0 : RECOVERY_SECONDS));
      const boundMs = Math.max(MAX_SLOWDOWN * alone.p99Ms, MIN_BOUND_MS);
      const isWithin = beside.p99Ms <= boundMs && alone.failed + beside.failed === 0;
      within += Number(isWithin);
      console.log([name, ...alone.cells, ...beside.cells].join(' | '));
      const load = [ok, others].map((count) => count.toFixed(1)).join(' / ');
      const slowest = milliseconds(Math.max(slowestMs, beside.slowestMs));
      rows.push([name, ...alone.cells, ...beside.cells, load, slowest, isWithin ? 'yes' : 'no']);
    }
  });
  const light = ['alone, p50 / p99', 'not 200', 'beside, p50 / p99', 'not 200'];
  const table = toTable(
    ['', ...light, 'load: 200/s / others', 'slowest answer', 'within bounds'],
    rows,
  );
  return `${table}\n\n${within} of ${rows.length} within bounds`;
}

/** Searches names, one request at a time; few of them are cached. */
async function watchLightClient(api: string, seconds: number, headers: typeof HEADERS) {
  const timesMs: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const token = Array.from({ length: 2 }, () => pick(random, LETTERS)).join('');
    const limit = String(1 + Math.floor(random() * MAX_LIMIT));
    const { path } = get(BY_NAME, { token, limit });
    const begun = performance.now();
    const answer = await fetch(`${api}${path}`, { headers }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    timesMs.push(performance.now() - begun);
    if (answer?.ok !== true) failed += 1;
    await sleep(PAUSE_MS);
  }
  const p99Ms = percentile(timesMs, 99);
  const times = [percentile(timesMs, 50), p99Ms].map(milliseconds).join(' / ');
  const slowestMs = Math.max(...timesMs);
  return { p99Ms, slowestMs, failed, cells: [times, `${failed} of ${timesMs.length}`] };
}

function hostileLoads(): Record<string, Hostile> {
  const all = { country_ids: countryCodes().map(({ id }) => id).join(','), limit: '10000' }; // prettier-ignore
  const tokyo = { lat: '35.7', lng: '139.7', radius: '50000', season: '7' };
  const guesses = Array.from({ length: 5_000 }, () => ({
    ...get(BY_NAME, { token: 'par' }),
    headers: { authorization: `Bearer geo_${randomBytes(32).toString('hex')}` },
  }));
  const paris = get(BY_NAME, { token: 'par', limit: '10' });
  const bombs = variants(() => get('/search', { token: words(4, 20), limit: '10' }));
  const fuzzy = variants(() => get(BY_NAME, { ...somewhere(), token: 'saint', match: 'fuzzy', limit: '100' })); // prettier-ignore
  const batches = variants(() => {
    const points = Array.from({ length: 500 }, somewhere);
    const body = points.map(({ lat, lng }) => ({ lat: Number(lat), lng: Number(lng) }));
    return { method: 'POST', path: '/locate', body: JSON.stringify(body) };
  }, 100);
  const prefixes = variants(() => get(BY_NAME, { token: words(1, 3), limit: digits(45) }), 20_000);
  const points = variants(() => get('/locate', somewhere()), 5_000);
  const large = variants(() => get('/cities/findByCountries', { country_ids: pick(random, LARGE), limit: '10000', lang: pick(random, LANGUAGES) }), 500); // prettier-ignore
  const offsets = variants(() => get('/cities/findByCountries', { country_ids: all.country_ids, limit: digits(100), offset: '100000' })); // prettier-ignore
  const countries = variants(() => get('/countries/findAll', { lang: pick(random, LANGUAGES), offset: digits(200), limit: digits(250) })); // prettier-ignore
  return {
    '64 × all cities of all countries, limit 10,000': loading([
      get('/cities/findByCountries', all),
    ]),
    '64 × 1,000 cities by name': loading([get(BY_NAME, { token: 'a', limit: '1000' })]),
    '64 × markers within 50 km': loading([get('/markers/findByRadius', tokyo)]),
    'guessed tokens, 2,000 a second': loading(guesses, { perSecond: 2_000 }),
    '2,000 connections, cities by name': loading([paris], { connections: 2_000 }),
    '1,000 bodies, a byte in 2 s': sendSlowBodies,
    '16 searches a second, four random words of 20 letters': loading(bombs, { perSecond: 16 }),
    '64 × the same searches': loading(bombs),
    '64 × fuzzy names, limit 100': loading(fuzzy),
    'a batch of 500 new points a second': loading(batches, { perSecond: 1 }),
    '16 × batches of 500 new points': loading(batches, { connections: 16 }),
    '64 × all countries': loading(countries),
    'prefixes that are not cached, 600 a second': loading(prefixes, { perSecond: 600 }),
    '64 × prefixes that are not cached': loading(prefixes),
    '`GET /locate` of new points, 200 a second': loading(points, { perSecond: 200 }),
    '64 × `GET /locate` of new points': loading(points),
    '16 × all cities of large countries': loading(large, { connections: 16 }),
    '64 × all cities of large countries': loading(large),
    '64 × `offset=100000`': loading(offsets),
  };
}

function loading(
  questions: readonly Sent[],
  more: { connections?: number; perSecond?: number } = {},
): Hostile {
  return (url, seconds, headers) =>
    flood({ url, seconds, headers, questions, connections: 64, ...more });
}

function variants(make: () => Question, count = 2_000): Question[] {
  return Array.from({ length: count }, make);
}

function words(count: number, letters: number): string {
  const word = () => Array.from({ length: letters }, () => pick(random, LETTERS)).join('');
  return Array.from({ length: count }, word).join(' ');
}

function digits(below: number): string {
  return String(1 + Math.floor(random() * below));
}

/** Returns a point in Europe. */
function somewhere() {
  return { lat: (40 + 20 * random()).toFixed(5), lng: (-5 + 45 * random()).toFixed(5) };
}

/** Sends bodies a byte at a time. Starts another one when one is rejected. */
const sendSlowBodies: Hostile = async (api, seconds, own) => {
  const stop = AbortSignal.timeout(1_000 * seconds);
  const headers = { ...own, 'content-length': 1_000 };
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
  return { ok: 0, others: 0, slowestMs: 0 };
};
