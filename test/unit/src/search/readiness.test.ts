import type { ServerResponse } from 'node:http';
import { Client } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { places } from '../../../../indices/places.js';
import { Live } from '../../../../src/search/live.js';
import { unfitFields } from '../../../../indices/unfitFields.js';
import { answering } from '../../../support/answering.js';
import { untilEnd } from '../../../support/each.js';

let answer: (response: ServerResponse) => void;
const server = untilEnd(
  await answering((_, response) => {
    answer(response);
  }),
);
const client = untilEnd(new Client({ node: server.url, maxRetries: 0, requestTimeout: 100 }));

const json = (status: number, error: object) => (response: ServerResponse) => {
  const headers = { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' };
  response.writeHead(status, headers).end(JSON.stringify({ error, status }));
};

test.each<[string, typeof answer, RegExp]>([
  ['is not there', (response) => response.destroy(), /cannot be reached\. Start/],
  // To start it is no remedy.
  ['is slow, or hangs', () => undefined, /does not answer in time/],
  [
    'is behind a proxy that does not reach it',
    (response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html></html>'),
    /does not point to Elasticsearch, or a proxy/,
  ],
  ['refuses the login', json(401, { type: 'security_exception' }), /rejects the login\. Correct/],
  ['is overloaded', json(429, { type: 'es_rejected_execution_exception' }), /overloaded/],
  ['lacks shards', json(503, { type: 'search_phase_execution_exception' }), /not ready/],
])('an Elasticsearch that %s is told as such', async (_, how, message) => {
  answer = how;
  const live = new Live(client, 'geo', [{ resource: 'cities', mappings: {} }], { validMs: 100 });
  await live.poll();
  expect(live.faults()).toEqual([{ path: 'cities', message: expect.stringMatching(message) }]);
});

const wanted = places.mappings.properties;

test('an index of the same fields fits', () => {
  expect(unfitFields(wanted, wanted)).toEqual([]);
});

test('a field that is looked up must be indexed', () => {
  const stored = { type: 'keyword', index: false, doc_values: false } as const;
  expect(unfitFields(wanted, { ...wanted, category: stored })).toEqual(['category']);
  expect(unfitFields(wanted, { ...wanted, name: { type: 'keyword' } })).toEqual([]);
});

test('a field that is missing, or of another type', () => {
  const { website, ...others } = wanted ?? {};
  expect(website).toBeDefined();
  expect(unfitFields(wanted, { ...others, land_id: { type: 'text' } })).toEqual([
    'land_id',
    'website',
  ]);
});
