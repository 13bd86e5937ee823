import { Agent, get } from 'node:http';
import { percentile, seededRandom } from './statistics.js';

/** How a client fared. */
export interface Watched {
  asked: number;
  /** Not answered with 200. */
  failed: number;
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

/** @param url of the API */
export function lightClient(url: string): LightClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: 'Bearer dev-public' };
  const random = seededRandom(5);

  function ask(): Promise<number> {
    const token = TOKENS[Math.floor(random() * TOKENS.length)] ?? '';
    const path = `/cities/findByName?limit=10&token=${token}`;
    return new Promise((resolve) => {
      get(`${url}${path}`, { agent, headers }, (answer) => {
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
      let failed = 0;
      const end = performance.now() + seconds * 1_000;
      while (performance.now() < end) {
        const begun = performance.now();
        if ((await ask()) !== 200) failed += 1;
        timesMs.push(performance.now() - begun);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      return {
        asked: timesMs.length,
        failed,
        p50Ms: percentile(timesMs, 50),
        p99Ms: percentile(timesMs, 99),
      };
    },
    close() {
      agent.destroy();
    },
  };
}
