import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startApi } from '../../support/api.js';
import { askPlainly, type PlainAnswer } from '../../support/askPlainly.js';
import { rowOfMarkers, storeMarkers } from '../../support/ownDocuments.js';
import { type FuzzRequest, type OpenApi, requestsOf } from '../../support/fuzz/arbitraries.js';
import { createJudge } from '../../support/fuzz/judge.js';
import { SEED } from '../../support/random.js';

/** `npm run test:fuzz` sends many, of another seed each time; see tools/scripts/test.mjs. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 400);
/** A busy machine may answer 503; not always. */
const TRIES = 5;

/** Writes go to markers of this test's own. */
const agent = new Agent({ keepAlive: true });
const markers = await storeMarkers(rowOfMarkers(200));
const reading = await startApi();
const writing = await startApi({ indexPrefix: markers.indexPrefix });
afterAll(async () => {
  agent.destroy();
  await reading.stop();
  await writing.stop();
  await markers.remove();
});

async function send({ target, headers, method, body }: FuzzRequest): Promise<PlainAnswer> {
  const { address } = target.includes('/markers/') ? writing : reading;
  const asking = { method, headers, agent, ...(body === undefined ? {} : { body }) };
  for (let tries = 1; ; tries += 1) {
    const answer = await askPlainly(address, target, asking);
    if (answer.status !== 503 || tries === TRIES) return answer;
    await sleep(1_000);
  }
}

test(`${REQUESTS} requests of seed ${SEED} are answered as the document of the API says`, async () => {
  const openApi = (await (await fetch(`${reading.address}/openapi.json`)).json()) as OpenApi;
  const judge = createJudge(openApi);
  const isRight = async (request: FuzzRequest): Promise<void> => {
    const answer = await send(request);
    expect(judge(request, answer)).toEqual([]);
    const { etag } = answer.headers;
    if (answer.status !== 200 || etag === undefined) return;
    // Who has an answer that may be cached is told so when it asks again.
    const again = await send({ ...request, headers: { ...request.headers, 'If-None-Match': etag } });
    expect(again.status).toBe(304);
  };
  await fc.assert(fc.asyncProperty(requestsOf(openApi), isRight), { numRuns: REQUESTS, seed: SEED, endOnFailure: true });
}, 3_600_000); // prettier-ignore
