import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Client } from '@elastic/elasticsearch';
import { Live } from '../../../../src/search/live.js';

const CITIES = [{ resource: 'cities' }];
const SOUND = {
  'geo-cities-g1': { aliases: { 'geo-cities': {} }, settings: { index: { uuid: 'one' } } },
};

test.each([null, { 'geo-cities-g1': null }, { 'geo-cities-g1': { aliases: null } }])(
  'an answer that makes no sense, %j, does not prolong what is known',
  async (nonsense) => {
    const answers: unknown[] = [SOUND, nonsense];
    const client = { indices: { get: () => Promise.resolve(answers.shift()) } };
    const live = new Live(client as unknown as Client, 'geo', CITIES, { validMs: 500 });
    await live.refresh();
    expect(live.now().version(CITIES)).toEqual(expect.any(String));
    await sleep(500);
    await expect(live.refresh()).rejects.toThrow(TypeError);
    expect(live.now()).toBe(live.unknown);
  },
);
