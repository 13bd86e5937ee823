import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { LAND_ID } from './andorra.js';

const MAIN = join(import.meta.dirname, '../../../dist/src/main.js');

/** Every kind of lookup, with the one id or name in the answer by which it is known to be right. */
export const LOOKUPS = {
  '/countries/findAll?limit=1': 'AND',
  '/countries/findByIds?country_ids=AND': 'AND',
  '/countries/findByLocation?lat=42.5&lng=1.5': 'AND',
  '/countries/findByName?token=andor': 'AND',
  '/cities/findByIds?city_ids=AND_LaVella': 'AND_LaVella',
  '/cities/findByCountries?country_ids=AND': 'AND_LaVella',
  '/cities/findByLocation?lat=42.5&lng=1.5': 'AND_LaVella',
  '/cities/findByName?token=la%20v': 'AND_LaVella',
  [`/lands/findByIds?land_ids=${LAND_ID}`]: LAND_ID,
  '/lands/findByLocation?lat=42.5&lng=1.5&k=10': LAND_ID,
  '/places/findByIds?place_ids=square': 'square',
  '/places/findByLocation?lat=42.5&lng=1.5': 'square',
  '/markers/findByRadius?lat=42.5&lng=1.5&radius=10&season=1': 'square',
};

/** The bounds of the requirement: an outage is answered, and is over, within this time. */
export const UNAVAILABLE_WITHIN_MS = 3_000;
export const BACK_WITHIN_MS = 5_000;

const LOGGED = /"requestId":"([^"]+)".*"durationMs":([\d.]+)/;
/** It writes its lines together, every 200 ms. */
const LOG_POLL_MS = 20;
const MAX_LOG_POLLS = 500;

export interface Answer {
  status: number;
  retryAfter: string | null;
  text: string;
  /** As the API itself logs it: callers here are as busy as all that is tested beside them. */
  durationMs: number;
  /** As the caller saw it, until its own test was let run again. */
  waitedMs: number;
}

/** The API as a process of its own, on a free port. */
export interface ApiProcess {
  child: ChildProcess;
  address: string;
  log: () => string;
  get(path: string): Promise<Answer>;
  /** Asks every lookup at once. */
  getAll(): Promise<Answer[]>;
  /** Waits until every lookup is right; returns how long that took. */
  untilRight(): Promise<number>;
  stop(): Promise<void>;
}

/** @param main of the API; this version's when absent */
export async function startApiProcess(
  environment: Record<string, string>,
  main = MAIN,
): Promise<ApiProcess> {
  const own = { PATH: process.env.PATH, PORT: '0', DEV_TOKENS: 'true', RATE_LIMIT_PER_SECOND: '0' };
  const env = { ...own, ...environment };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const durations = new Map<string, number>();
  createInterface(child.stdout).on('line', (line) => {
    const [, requestId, durationMs] = LOGGED.exec(line) ?? [];
    if (requestId !== undefined) durations.set(requestId, Number(durationMs));
  });
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /"address":"([^"]+)"/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => {
      reject(new Error(`The API did not start: ${output}`));
    });
  });

  async function get(path: string): Promise<Answer> {
    const begun = performance.now();
    const headers = { Authorization: 'Bearer dev-internal' };
    const response = await fetch(`${address}${path}`, { headers });
    const text = await response.text();
    const retryAfter = response.headers.get('Retry-After');
    const waitedMs = performance.now() - begun;
    const durationMs = await loggedDuration(response.headers.get('X-Request-Id') ?? '');
    return { status: response.status, retryAfter, text, durationMs, waitedMs };
  }

  async function loggedDuration(requestId: string): Promise<number> {
    for (let polls = 0; polls < MAX_LOG_POLLS; polls += 1) {
      const durationMs = durations.get(requestId);
      if (durationMs !== undefined) return durationMs;
      await sleep(LOG_POLL_MS);
    }
    throw new Error(`The API has logged no request ${requestId}: ${output}`);
  }
  const getAll = (): Promise<Answer[]> => Promise.all(Object.keys(LOOKUPS).map(get));
  const isRight = (answers: Answer[]): boolean =>
    Object.values(LOOKUPS).every((id, position) => {
      const { status, text } = answers[position] ?? {};
      return status === 200 && text?.includes(`"id":"${id}"`);
    });

  return {
    child,
    address,
    log: () => output,
    get,
    getAll,
    async untilRight() {
      const begun = performance.now();
      while (!isRight(await getAll())) {
        if (performance.now() - begun > 4 * BACK_WITHIN_MS) {
          throw new Error(JSON.stringify(await getAll(), null, 1));
        }
        await sleep(50);
      }
      return performance.now() - begun;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      if (child.exitCode === null && child.kill('SIGKILL')) await ended;
    },
  };
}
