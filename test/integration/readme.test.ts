import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Api, startApi } from '../support/api.js';
import { codeOfPages, PROJECT } from '../support/readme.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** The targets of all requests that read, in README and in what quickstart prints. */
const shell = codeOfPages('sh').join('\n');
const printed = readFileSync(join(PROJECT, 'tools/scripts/quickstart/examples.mjs'), 'utf8');
const targets = [...new Set(`${shell}\n${printed}`.match(/(?<=[0'])\/\w+\/find\w+\?[^'"]+/g))];

test('there are examples of every lookup', () => {
  expect(new Set(targets.map((target) => target.split('?')[0])).size).toBe(13);
});

test.each(targets)('the example %s finds something', async (target) => {
  const [path = '', query = ''] = target.split('?');
  const token = /^\/(places|markers)\//.test(path) ? 'dev-internal' : 'dev-public';
  const { status, body } = await api.get<unknown[]>(path, query, { token });
  expect(status).toBe(200);
  expect(body.missing).toBeUndefined();
  expect([body.data].flat()).not.toEqual([]);
});

test('the answer that README shows is the one that comes', async () => {
  const shown = codeOfPages('json').map((code) => JSON.parse(code) as unknown);
  const [, query = ''] = /findByLocation\?(lat=[^']*lang=fr)'/.exec(shell) ?? [];
  const { body } = await api.get('/countries/findByLocation', query);
  expect(shown).toContainEqual(body);
});
