import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Api, startApi } from '../../support/api.js';
import { faultyParameters } from '../../support/faults.js';
import { type Country, ids } from '../../support/records.js';

const PATH = '/countries/findByIds';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function ask(list: string): Promise<{ found: string[]; missing?: string[] }> {
  const { body } = await api.get<Country[]>(PATH, { country_ids: list });
  return {
    found: ids(body.data),
    ...('missing' in body ? { missing: body.missing } : {}),
  };
}

/** As many well-formed codes as wanted, none of them a country's but for `FRA`, the last one. */
function codes(count: number): string[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const unused = letters.flatMap((one) => letters.map((other) => `Q${one}${other}`));
  const free = unused.filter((code) => code !== 'QAT');
  return [...free.slice(0, count - 1), 'FRA'];
}

describe('answers', () => {
  test('in the order asked', async () => {
    expect(await ask('USA,AND,FRA,XKX,ZWE,CHN')).toEqual({
      found: ['USA', 'AND', 'FRA', 'XKX', 'ZWE', 'CHN'],
    });
  });

  test('a single code', async () => {
    expect(await ask('FRA')).toEqual({ found: ['FRA'] });
  });

  test('codes in any case, with blanks around them', async () => {
    expect(await ask(' fra , Deu,\titA ')).toEqual({ found: ['FRA', 'DEU', 'ITA'] });
  });

  test('codes given twice, once', async () => {
    expect(await ask('FRA,DEU,fra,ABC,FRA,abc')).toEqual({
      found: ['FRA', 'DEU'],
      missing: ['ABC'],
    });
  });

  test('what does not exist in `missing`, in the order asked', async () => {
    expect(await ask('ZZZ,FRA,AAA')).toEqual({ found: ['FRA'], missing: ['ZZZ', 'AAA'] });
    expect(await ask('ZZZ')).toEqual({ found: [], missing: ['ZZZ'] });
  });

  test('500 codes', async () => {
    const asked = codes(500);
    expect(await ask(asked.join())).toEqual({ found: ['FRA'], missing: asked.slice(0, -1) });
  });

  test('all countries at once', async () => {
    const { body } = await api.get<Country[]>('/countries/findAll');
    const all = ids(body.data).reverse();
    expect(await ask(all.join())).toEqual({ found: all });
  });
});

test.each(
  [
    '',
    'country_ids=',
    'country_ids=%20',
    'country_ids=FRA,',
    'country_ids=,FRA',
    'country_ids=FRA,,DEU',
    'country_ids=FR',
    'country_ids=FRAN',
    'country_ids=F1A',
    'country_ids=FR%C3%84',
    'country_ids=F+A',
    'country_ids=FRA&country_ids=DEU',
    `country_ids=${codes(501).join()}`,
  ].map((query) => [query.slice(0, 60), query]),
)('refuses %s', async (_, query) => {
  expect(await faultyParameters(api, PATH, query)).toEqual(['country_ids']);
});

test('names the parameters that it does not know', async () => {
  const { body, headers } = await api.get<Country[]>(PATH, 'country_ids=GUF&primary_only=true');
  expect(ids(body.data)).toEqual(['GUF']);
  expect(headers.get('x-ignored-params')).toBe('primary_only');
});
