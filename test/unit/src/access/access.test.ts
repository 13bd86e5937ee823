import { expect, test } from '@jest/globals';
import Joi from 'joi';
import { accessOf } from '../../../../src/access/authentication.js';
import { lookup } from '../../../../src/lookups/endpoint.js';
import { noParameters } from '../../../../src/parameters/rules.js';
import { PUBLIC, startApp } from '../../../integration/http/startApp.js';

test('everything under /places/ and /markers/ is internal', () => {
  expect(accessOf('/places/findByIds')).toBe('internal');
  expect(accessOf('/markers/update')).toBe('internal');
  expect(accessOf('/lands/findByIds')).toBe('public');
  expect(accessOf('/placesX')).toBe('public');
});

test('a restricted route cannot be made public by mistake', async () => {
  const route = (path: string) =>
    lookup({
      path,
      summary: '',
      description: '',
      parameters: noParameters,
      data: Joi.any(),
      example: { query: {}, answer: { data: [] } },
      handle: () => Promise.resolve({ data: [] }),
    });
  const app = await startApp({}, { endpoints: [route('/places/new'), route('/lands/new')] });
  const statusOf = async (path: string): Promise<number> =>
    (await fetch(`${app.url}${path}`, { headers: PUBLIC })).status;
  expect(await statusOf('/places/new')).toBe(403);
  expect(await statusOf('/lands/new')).toBe(200);
  await app.stop();
});
