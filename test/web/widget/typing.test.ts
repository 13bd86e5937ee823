import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../eventually.js';
import { type Stage, startStage } from './field.js';

const CITY = '<geo-autocomplete label="City" token="dev-public"></geo-autocomplete>';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

/** The texts that were looked for. */
const tokens = (): (string | null)[] =>
  stage.front.asked
    .filter(({ pathname }) => pathname === '/cities/findByName')
    .map(({ searchParams }) => searchParams.get('token'));

describe('what is typed is found, and marked in the name', () => {
  test.each([
    { lang: 'pt', typed: 'sao pau', name: 'São Paulo', marked: 'São Pau' },
    { lang: 'ru', typed: 'москв', name: 'Москва', marked: 'Москв' },
    { lang: 'el', typed: 'αθη', name: 'Αθήνα', marked: 'Αθή' },
    { lang: 'hi', typed: 'मुम्ब', name: 'मुम्बई', marked: 'मुम्ब' },
    { lang: 'ko', typed: '서', name: '서울', marked: '서' },
    { lang: 'ar', typed: 'القاه', name: 'القاهرة', marked: 'القاه' },
  ])('in $lang', async ({ lang, typed, name, marked }) => {
    const { page, input, names, options } = await stage.open(CITY, { lang });
    await input.pressSequentially(typed);
    await eventually(async () => {
      expect((await names())[0]).toMatch(new RegExp(`^${name}`));
    });
    expect(await options.first().locator('mark').textContent()).toBe(marked);
    await page.close();
  });
});

test('equal names are told apart by region and country', async () => {
  const { page, input, options } = await stage.open(CITY);
  await input.pressSequentially('paris');
  await eventually(async () => {
    expect((await options.allInnerTexts()).join('\n')).toMatch(/Texas, United States/);
  });
  expect(await options.first().innerText()).toMatch(/^Paris\s+Île-de-France, France$/);
  await page.close();
});

test('a name in another language is found with any-name, and nothing is marked', async () => {
  const { page, input, names, options } = await stage.open(
    '<geo-autocomplete label="City" any-name limit="1" token="dev-public"></geo-autocomplete>',
  );
  await input.pressSequentially('Münch');
  await eventually(async () => {
    expect(await names()).toEqual(['Munich']);
  });
  expect(await options.locator('mark').count()).toBe(0);
  await page.close();
});

test('codes under which pages know a language, too, are understood', async () => {
  const { page, input, names } = await stage.open(CITY, { lang: 'no' });
  await input.pressSequentially('københ');
  await eventually(async () => {
    expect((await names())[0]).toBe('København');
  });
  await page.close();
});

test('text from right to left stands right, in the field and in the list', async () => {
  const { page, input, options, read } = await stage.open(CITY, { lang: 'ar', dir: 'rtl' });
  await input.pressSequentially('القاه');
  await options.first().waitFor();
  expect(await read('getComputedStyle(input).direction')).toBe('rtl');
  const [field, option] = [await input.boundingBox(), await options.first().boundingBox()];
  const name = await options.first().locator('span').first().boundingBox();
  const endOf = (box: { x: number; width: number } | null): number =>
    (box?.x ?? NaN) + (box?.width ?? NaN);
  expect(endOf(name)).toBeGreaterThan(endOf(option) - 30);
  expect(endOf(field)).toBeGreaterThanOrEqual(endOf(option));
  await page.close();
});

test('countries are found, and only primary ones where wanted', async () => {
  const { page, input, names } = await stage.open(
    '<geo-autocomplete resource="countries" label="Country" primary-only limit="3" token="dev-public"></geo-autocomplete>',
  );
  await input.pressSequentially('ger');
  await eventually(async () => {
    expect(await names()).toEqual(['Germany']);
  });
  expect(stage.front.asked.map(({ search }) => search)).toContain(
    '?token=ger&lang=en&limit=3&primary_only=true',
  );
  await page.close();
});

describe('requests', () => {
  test('are at most one a key, of the whole text', async () => {
    const { page, input, names } = await stage.open(CITY);
    await input.pressSequentially('london', { delay: 120 });
    await eventually(async () => {
      expect((await names())[0]).toBe('London');
    });
    const asked = tokens();
    expect(asked.at(-1)).toBe('london');
    expect(asked).toEqual([...new Set(asked)]);
    expect(['l', 'lo', 'lon', 'lond', 'londo', 'london']).toEqual(expect.arrayContaining(asked));
    await page.close();
  });

  test('are not made again for what the browser keeps', async () => {
    const { page, input, names } = await stage.open(CITY);
    const shows = (start: string): Promise<void> =>
      eventually(async () => {
        expect((await names())[0]).toMatch(start);
      });
    await input.pressSequentially('tok');
    await shows('Tokyo');
    await input.press('y');
    await shows('Tokyo');
    await input.press('Backspace');
    await shows('Tokyo');
    await eventually(async () => {
      expect(await input.inputValue()).toBe('tok');
    });
    expect(tokens().filter((token) => token === 'tok')).toHaveLength(1);
    await page.close();
  });

  test('are not made before there are as many characters as wanted', async () => {
    const { page, input, options } = await stage.open(
      '<geo-autocomplete label="City" min-length="3" token="dev-public"></geo-autocomplete>',
    );
    await input.pressSequentially('par', { delay: 120 });
    await options.first().waitFor();
    expect(tokens()).toEqual(['par']);
    await page.close();
  });
});

test('a late answer never replaces a later one', async () => {
  const { page, input, names } = await stage.open(CITY);
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  stage.front.intercept = async ({ searchParams }) => {
    if (searchParams.get('token') === 'be') await held;
    return undefined;
  };
  await input.pressSequentially('be');
  await eventually(() => {
    expect(tokens()).toContain('be');
  });
  await input.press('r');
  await eventually(async () => {
    expect((await names())[0]).toBe('Berlin');
  });
  letGo();
  await page.waitForTimeout(200);
  expect((await names())[0]).toBe('Berlin');
  await page.close();
});

test('what an earlier text has found does not stay', async () => {
  const { page, input, names, options, read } = await stage.open(CITY);
  await input.pressSequentially('be');
  await options.first().waitFor();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  stage.front.intercept = async () => {
    await held;
    return undefined;
  };
  await input.press('r');
  await eventually(async () => {
    expect(await names()).toEqual([]);
  });
  expect(await input.getAttribute('aria-expanded')).toBe('false');
  await input.press('Enter');
  expect(await read('field.value')).toBe('');
  letGo();
  await eventually(async () => {
    expect((await names())[0]).toBe('Berlin');
  });
  await page.close();
});

test('names follow the language of the page', async () => {
  const { page, input, names, read } = await stage.open(
    '<geo-autocomplete label="City" value="GBR_London" token="dev-public"></geo-autocomplete>',
  );
  await eventually(async () => {
    expect(await input.inputValue()).toBe('London');
  });
  await read("(document.documentElement.lang = 'fr-CA')");
  await eventually(async () => {
    expect(await input.inputValue()).toBe('Londres');
  });
  expect(await read('field.value')).toBe('GBR_London');
  await input.fill('');
  await input.pressSequentially('vienne');
  await eventually(async () => {
    expect((await names())[0]).toBe('Vienne');
  });
  await read("field.setAttribute('lang', 'de')");
  await eventually(async () => {
    expect(await names()).toEqual([]);
  });
  await input.fill('');
  await input.pressSequentially('wien');
  await eventually(async () => {
    expect((await names())[0]).toBe('Wien');
  });
  await page.close();
});
