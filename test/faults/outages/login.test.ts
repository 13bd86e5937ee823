import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { answering } from '../../support/answering.js';
import { untilEnd } from '../../support/each.js';
import { type ApiProcess, startApiProcess } from './api.js';
import { expectOutage } from './expectations.js';

// From its start on, the API asks what is live.
let status = 401;
let api: ApiProcess;

// The official server, with security on, answers like this: without its header.
const elasticsearch = untilEnd(
  await answering((_request, response) => {
    const reason = 'unable to authenticate user [geo] for REST request';
    const error = { type: 'security_exception', reason, root_cause: [] };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error, status }));
  }),
);
beforeEach(async () => {
  api = await startApiProcess({
    ELASTICSEARCH_URL: elasticsearch.url,
    ELASTICSEARCH_USERNAME: 'geo',
    ELASTICSEARCH_PASSWORD: 'not-the-password',
  });
});
afterEach(() => api.stop());

test.each([401, 403])('a login that is refused with %d: 503, and the log says so', async (code) => {
  status = code;
  await expectOutage(api, /rejects the login\. Correct ELASTICSEARCH_API_KEY, or/);
  expect(api.log()).toMatch(/rejects the login\..*unable to authenticate user \[geo\]/);
  expect(api.log()).not.toContain('not-the-password');
  expect((await api.get('/countries/findAll')).text).not.toMatch(/authenticate|login/);
});
