import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Api, startApi } from '../../support/api.js';
import { askPlainly, type PlainAnswer } from '../../support/askPlainly.js';
import { inParallel } from '../../support/inParallel.js';
import { type OwnMarkers, rowOfMarkers, storeMarkers } from '../../support/ownDocuments.js';
import { seeded } from '../../support/random.js';
import { curlOf } from './curl.js';
import { readOpenApi } from './document.js';
import { createJudge, type Judge } from './judge.js';
import { createRequests, type FuzzRequest } from './requests.js';

/** `npm run test:fuzz` sends many, of another seed each time; see tools/scripts/test.mjs. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 400);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** What callers are promised, and far more than an answer takes. */
const WITHIN_MS = 3_000;
const TOLD = 10;
const TRIES = 5;
const LATE = /it took|it is 503|there is no answer/;

let reading: Api;
let writing: Api;
let markers: OwnMarkers;
let judge: Judge;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  const documents = rowOfMarkers(200);
  markers = await storeMarkers(documents);
  reading = await startApi();
  writing = await startApi({ indexPrefix: markers.indexPrefix });
});
afterAll(async () => {
  agent.destroy();
  await reading.stop();
  await writing.stop();
  await markers.remove();
});

async function send({ target, headers, method, body }: FuzzRequest): Promise<PlainAnswer> {
  // Lookups are of the built-in data, and what is written goes into markers of this test's own.
  const { address } = target.includes('/markers/') ? writing : reading;
  const asking = { method, headers, agent };
  const late = new AbortController();
  const answer = askPlainly(address, target, {
    ...asking,
    ...(body === undefined ? {} : { body }),
  });
  const never = sleep(3 * WITHIN_MS, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error('there is no answer');
  });
  never.catch(() => undefined);
  try {
    return await Promise.race([answer, never]);
  } finally {
    late.abort();
  }
}

async function faultsOf(request: FuzzRequest): Promise<readonly string[]> {
  const begun = performance.now();
  try {
    const answer = await send(request);
    const took = performance.now() - begun;
    const faults = [...judge(request, answer), ...(took > WITHIN_MS ? [`it took ${took} ms`] : [])];
    return faults.length > 0 ? faults : await faultsOfAgain(request, answer);
  } catch (error) {
    return [String(error)];
  }
}

/** Who has an answer that may be kept is told so when it asks again, by any method that reads. */
async function faultsOfAgain(request: FuzzRequest, { status, headers }: PlainAnswer) {
  const { etag } = headers;
  if (status !== 200 || etag === undefined || request.headers['Cache-Control'] !== undefined) return [];
  const again = await send({ ...request, headers: { ...request.headers, 'If-None-Match': etag } });
  return again.status === 304 ? [] : [`asked again with its ETag it is ${again.status ?? 0}, not 304`];
} // prettier-ignore

test(`${REQUESTS} requests of seed ${SEED} are answered as the document of the API says`, async () => {
  const openApi = await readOpenApi(reading.address);
  judge = createJudge(openApi);
  const make = createRequests(openApi, ['marker-0', 'marker-1', 'marker-2', 'marker-199', 'nothing']);
  const wrong: string[] = [];
  const numbers = Array.from({ length: REQUESTS }, (_, number) => number);
  await inParallel(numbers, async (number) => {
    if (wrong.length >= TOLD) return;
    const request = make(seeded(SEED * 1_000_003 + number));
    let faults = await faultsOf(request);
    // On a machine that does much else an answer may come late, or be refused for that; not so always.
    for (let again = 0; again < TRIES && LATE.test(faults.join()); again += 1) {
      await sleep(1_000);
      faults = await faultsOf(request);
    }
    if (faults.length > 0) wrong.push(`${faults.join('; ')}\n${curlOf(request)}`);
  });
  expect(wrong.join('\n\n')).toBe('');
}, 3_600_000); // prettier-ignore
