import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { NameQuery } from '../../../web/widget/lookups.js';
import { Suggestions } from '../../../web/widget/suggestions.js';
import { fakeTimers } from '../../support/each.js';

const SERVICE = { url: 'https://geo.example/', token: 'one' };
const QUERY: NameQuery = {
  ...{ resource: 'cities', token: 'paris', lang: 'en', limit: 8, match: 'prefix' },
  ...{ country_ids: undefined, primary_only: undefined, any_name: undefined },
};
const PARIS = { id: '1', name: 'Paris', country_id: 'FRA' };

/** The requests, as address and token. */
let sent: string[];
let respond: () => Response;
let suggestions: Suggestions;
const { fetch: original } = globalThis;
beforeEach(() => {
  sent = [];
  respond = () => Response.json({ status: 'ok', data: [PARIS] });
  suggestions = new Suggestions();
  globalThis.fetch = (url, request) => {
    sent.push(`${new Request(url).url} ${new Headers(request?.headers).get('Authorization')}`);
    return Promise.resolve(respond());
  };
});
afterEach(() => {
  globalThis.fetch = original;
});

const find = (service: object = {}, query: object = {}, pauseMs = 0) =>
  suggestions.find({ ...SERVICE, ...service }, { ...QUERY, ...query }, pauseMs);

const PATH = 'cities/findByName?token=paris&lang=en&limit=8&match=prefix';

test('an answer has the entities and the text', async () => {
  const found = [{ entity: PARIS, matchedName: null, near: undefined }];
  expect(await find()).toEqual({ typed: 'paris', found, isNear: false });
  expect(sent).toEqual([`https://geo.example/${PATH} Bearer one`]);
});

test.each([
  ['the same', {}, {}, []],
  ['another token', { token: 'two' }, {}, [`https://geo.example/${PATH} Bearer two`]],
  ['no token', { token: '' }, {}, [`https://geo.example/${PATH} null`]],
  ['another service', { url: 'https://other.example/' }, {}, [`https://other.example/${PATH} Bearer one`]],
  ['another language', {}, { lang: 'fr' }, [`https://geo.example/${PATH.replace('=en', '=fr')} Bearer one`]],
  ['a country', {}, { country_ids: ['FRA'] }, [`https://geo.example/${PATH}&country_ids=FRA Bearer one`]],
  ['another limit', {}, { limit: 9 }, [`https://geo.example/${PATH.replace('8', '9')} Bearer one`]],
])('after an answer, a search with %s is sent if it differs', async (_, service, query, expected) => {
  const first = await find();
  sent = [];
  const second = await find(service, query);
  expect(sent).toEqual(expected);
  expect(second === first).toBe(expected.length === 0);
}); // prettier-ignore

describe('pauses', () => {
  fakeTimers();

  /** Starts a search, and returns the requests that are sent at once, and after some time. */
  async function sentAfter(ms: number, service: object = {}): Promise<number[]> {
    sent = [];
    const finding = find(service).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(0);
    const counts = [sent.length];
    await jest.advanceTimersByTimeAsync(ms - 1);
    counts.push(sent.length);
    await jest.advanceTimersByTimeAsync(1);
    await finding;
    return [...counts, sent.length];
  }

  beforeEach(async () => {
    respond = () => new Response('', { status: 503, headers: { 'Retry-After': '20' } });
    await expect(find()).rejects.toThrow();
  });

  test('are at least Retry-After', async () => {
    expect(await sentAfter(20_000)).toEqual([0, 0, 1]);
  });

  test.each([
    ['token', { token: 'two' }],
    ['service', { url: 'https://other.example/' }],
  ])('end with another %s', async (_, service) => {
    respond = () => Response.json({ status: 'ok', data: [PARIS] });
    expect((await sentAfter(1, service))[0]).toBeGreaterThan(0);
  });

  test('end with a success', async () => {
    respond = () => Response.json({ status: 'ok', data: [PARIS] });
    await sentAfter(20_000);
    suggestions.answer = undefined;
    expect((await sentAfter(1))[0]).toBe(1);
  });

  test('stay if a search is cancelled before it is sent', async () => {
    const finding = find({}, {}, 30_000);
    suggestions.cancel();
    expect(await finding).toBeUndefined();
    expect(suggestions.backoff.pauseMs).toBe(20_000);
  });
});
