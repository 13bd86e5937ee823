import { expect, test } from '@jest/globals';
import Joi from 'joi';
import { accessOf } from '../../../../src/http/authentication.js';
import { lookup } from '../../../../src/http/endpoint.js';
import { addEndpoints, createRouter } from '../../../../src/http/routes.js';
import { parameterRules } from '../../../../src/parameters/rules.js';

test('everything under /places/ and /markers/ is internal', () => {
  expect(accessOf('/places/findByIds')).toBe('internal');
  expect(accessOf('/markers/update')).toBe('internal');
  expect(accessOf('/lands/findByIds')).toBe('public');
  expect(accessOf('/placesX')).toBe('public');
});

test('a restricted route cannot be made public by mistake', () => {
  const leak = lookup({
    path: '/places/findByIds',
    access: 'public',
    summary: '',
    description: '',
    parameters: parameterRules(Joi.object({}), () => ({})),
    data: Joi.any(),
    example: { query: {}, answer: { data: [] } },
    handle: () => Promise.resolve({ data: [] }),
  });
  expect(() => {
    addEndpoints(createRouter(), [leak], () => Promise.resolve(undefined), undefined);
  }).toThrow('/places/findByIds must be internal');
});
