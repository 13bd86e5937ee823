import type { ServerResponse } from 'node:http';
import { Client } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { places } from '../../../../indices/places.js';
import { Live } from '../../../../src/search/live.js';
import { unfitFields } from '../../../../indices/unfitFields.js';
import { answering } from '../../../support/answering.js';
import { untilEnd } from '../../../support/each.js';

const OF_ELASTICSEARCH = { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' }; // prettier-ignore
let answer: (response: ServerResponse) => void;
/** Answers by the beginning of the path, before `answer`. */
let answers: Readonly<Record<string, object>> = {};
const server = untilEnd(
  await answering(({ url = '' }, response) => {
    const [, body] = Object.entries(answers).find(([path]) => url.startsWith(path)) ?? [];
    if (body === undefined) answer(response);
    else response.writeHead(200, OF_ELASTICSEARCH).end(JSON.stringify(body));
  }),
);
const client = untilEnd(new Client({ node: server.url, maxRetries: 0, requestTimeout: 100 }));

const json = (status: number, error: object) => (response: ServerResponse) => {
  response.writeHead(status, OF_ELASTICSEARCH).end(JSON.stringify({ error, status }));
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

const FULL = /^A disk of Elasticsearch is full\. Free disk space, and delete no index\.$/;
const MISSING = /^Some shards are missing\. Check first whether a disk is full/;
const refused = json(403, { type: 'security_exception' });
const nodes = (...disks: object[]) =>
  Object.fromEntries(disks.map((disk, at) => [`node-${at}`, { fs: { data: [disk] } }]));

// As Elasticsearch 9.5 answers.
test.each<[string, typeof answers, typeof answer, RegExp]>([
  ['of the only node, which is no master any more', { '/_cluster/stats': { nodes: { fs: { available_in_bytes: 0 } } } }, json(503, { type: 'master_not_discovered_exception' }), FULL],
  ['of one of the nodes', { '/_nodes/stats/fs': { nodes: nodes({ available_in_bytes: 9e9 }, { available_in_bytes: 4_096 }) } }, refused, FULL],
  ['below the last watermark', { '/_nodes/stats/fs': { nodes: nodes({ available_in_bytes: 4e9, flood_stage_free_space_in_bytes: 5e9 }) } }, refused, FULL],
  ['that has space', { '/_nodes/stats/fs': { nodes: nodes({ available_in_bytes: 9e9, flood_stage_free_space_in_bytes: 5e9 }) }, '/_cluster/stats': { nodes: { fs: { available_in_bytes: 9e9 } } } }, refused, MISSING],
  ['that this login may not ask for', {}, refused, MISSING],
])('shards are missing, and the disk is the one %s', async (_, disks, otherwise, message) => {
  const error = { type: 'search_phase_execution_exception', reason: 'all shards failed' };
  answers = { '/_msearch': { responses: [{ status: 503, error }] }, '/geo-': {}, ...disks };
  answer = otherwise;
  try {
    const live = new Live(client, 'geo', [{ resource: 'cities', mappings: {} }], { validMs: 100 });
    await live.poll();
    expect(live.faults()).toEqual([{ path: 'cities', message: expect.stringMatching(message) }]);
  } finally {
    answers = {};
  }
}); // prettier-ignore

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
