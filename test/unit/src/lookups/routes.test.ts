import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import Joi from 'joi';
import Koa from 'koa';
import { accessOf } from '../../../../src/access/authentication.js';
import type { RequestState } from '../../../../src/middleware/context.js';
import { lookup } from '../../../../src/lookups/endpoint.js';
import { errorAnswers } from '../../../../src/middleware/errorAnswers.js';
import { addEndpoints, createRouter } from '../../../../src/lookups/routes.js';
import { keepingNothing } from '../../../support/keepingNothing.js';
import { noParameters } from '../../../../src/parameters/rules.js';

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
  const router = createRouter();
  const caller = { id: 'anybody', name: 'anybody', scope: 'public' } as const;
  addEndpoints(router, [route('/places/new'), route('/lands/new')], {
    keptAnswers: keepingNothing(),
    verifyToken: () => caller,
    countRequest: () => [],
  });
  const app = new Koa<RequestState>().use(errorAnswers()).use(router.routes());
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const headers = { authorization: 'Bearer anything' };
  const statusOf = async (path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status;
  expect(await statusOf('/places/new')).toBe(403);
  expect(await statusOf('/lands/new')).toBe(200);
  server.closeAllConnections();
  server.close();
});
