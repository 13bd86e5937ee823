import { Agent, get } from 'node:http';
import { percentile, seededRandom } from './statistics.js';

/** How a client fared. */
export interface Watched {
  asked: number;
  /** Not answered with 200. */
  failed: number;
  /** Of what was answered with 200; 0 if nothing was. */
  accepted99Ms: number;
  p50Ms: number;
  p99Ms: number;
}

/** A well-behaved client: one request at a time over one connection. */
export interface LightClient {
  watch(seconds: number): Promise<Watched>;
  close(): void;
}

const TOKENS = ['lon', 'par', 'ber', 'mun', 'tok', 'san', 'new', 'ist', 'mos', 'kyo'];
/** Between two requests: a person types. */
const PAUSE_MS = 5;

const random = seededRandom(5);
const aName = (): string => {
  const token = TOKENS[Math.floor(random() * TOKENS.length)] ?? '';
  return `/cities/findByName?limit=10&token=${token}`;
};

/**
 * @param url of the API
 * @param nextPath of each request; names of cities when absent
 */
export function lightClient(url: string, nextPath = aName): LightClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: 'Bearer dev-internal' };

  function ask(): Promise<number> {
    return new Promise((resolve) => {
      get(`${url}${nextPath()}`, { agent, headers }, (answer) => {
        answer.resume().once('end', () => {
          resolve(answer.statusCode ?? 0);
        });
      }).once('error', () => {
        resolve(0);
      });
    });
  }

  return {
    async watch(seconds) {
      const timesMs: number[] = [];
      const acceptedMs: number[] = [];
      const end = performance.now() + seconds * 1_000;
      while (performance.now() < end) {
        const begun = performance.now();
        const status = await ask();
        timesMs.push(performance.now() - begun);
        if (status === 200) acceptedMs.push(performance.now() - begun);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      return {
        asked: timesMs.length,
        failed: timesMs.length - acceptedMs.length,
        accepted99Ms: acceptedMs.length === 0 ? 0 : percentile(acceptedMs, 99),
        p50Ms: percentile(timesMs, 50),
        p99Ms: percentile(timesMs, 99),
      };
    },
    close() {
      agent.destroy();
    },
  };
}
