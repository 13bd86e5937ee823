import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { eventually } from '../eventually.js';
import { type Field, type Stage, startStage } from './field.js';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterEach(() => stage.closePages());
afterAll(() => stage.close());

describe('typing', () => {
  const CITY = '<geo-autocomplete label="City" token="dev-public"></geo-autocomplete>';

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
      const { input, names, options } = await stage.open(CITY, { lang });
      await input.pressSequentially(typed);
      await eventually(async () => {
        expect((await names())[0]).toMatch(new RegExp(`^${name}`));
      });
      expect(await options.first().locator('mark').textContent()).toBe(marked);
    });
  });

  test('equal names are told apart by region and country', async () => {
    const { input, options } = await stage.open(CITY);
    await input.pressSequentially('paris');
    await eventually(async () => {
      expect((await options.allInnerTexts()).join('\n')).toMatch(/Texas, United States/);
    });
    expect(await options.first().innerText()).toMatch(/^Paris\s+Île-de-France, France$/);
  });

  test('a name in another language is found with any-name, and nothing is marked', async () => {
    const { input, names, options } = await stage.open(
      '<geo-autocomplete label="City" any-name limit="1" token="dev-public"></geo-autocomplete>',
    );
    await input.pressSequentially('Münch');
    await eventually(async () => {
      expect(await names()).toEqual(['Munich']);
    });
    expect(await options.locator('mark').count()).toBe(0);
  });

  test('codes under which pages know a language, too, are understood', async () => {
    const { input, names } = await stage.open(CITY, { lang: 'no' });
    await input.pressSequentially('københ');
    await eventually(async () => {
      expect((await names())[0]).toBe('København');
    });
  });

  test('text from right to left stands right, in the field and in the list', async () => {
    const { input, options, read } = await stage.open(CITY, { lang: 'ar', dir: 'rtl' });
    await input.pressSequentially('القاه');
    await options.first().waitFor();
    expect(await read('getComputedStyle(input).direction')).toBe('rtl');
    const [field, option] = [await input.boundingBox(), await options.first().boundingBox()];
    const name = await options.first().locator('span').first().boundingBox();
    const endOf = (box: { x: number; width: number } | null): number =>
      (box?.x ?? NaN) + (box?.width ?? NaN);
    expect(endOf(name)).toBeGreaterThan(endOf(option) - 30);
    expect(endOf(field)).toBeGreaterThanOrEqual(endOf(option));
  });

  test('countries are found, and only primary ones where wanted', async () => {
    const { input, names } = await stage.open(
      '<geo-autocomplete resource="countries" label="Country" primary-only limit="3" token="dev-public"></geo-autocomplete>',
    );
    await input.pressSequentially('ger');
    await eventually(async () => {
      expect(await names()).toEqual(['Germany']);
    });
    expect(stage.front.asked.map(({ search }) => search)).toContain(
      '?token=ger&lang=en&limit=3&primary_only=true',
    );
  });

  describe('requests', () => {
    test('are at most one a key, of the whole text', async () => {
      const { input, names } = await stage.open(CITY);
      await input.pressSequentially('london', { delay: 120 });
      await eventually(async () => {
        expect((await names())[0]).toBe('London');
      });
      const asked = tokens();
      expect(asked.at(-1)).toBe('london');
      expect(asked).toEqual([...new Set(asked)]);
      expect(['l', 'lo', 'lon', 'lond', 'londo', 'london']).toEqual(expect.arrayContaining(asked));
    });

    test('are not made again for what the browser keeps', async () => {
      const { input, names } = await stage.open(CITY);
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
    });

    test('are not made before there are as many characters as wanted', async () => {
      const { input, options } = await stage.open(
        '<geo-autocomplete label="City" min-length="3" token="dev-public"></geo-autocomplete>',
      );
      await input.pressSequentially('par', { delay: 120 });
      await options.first().waitFor();
      expect(tokens()).toEqual(['par']);
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
  });

  test('what an earlier text has found does not stay', async () => {
    const { input, names, options, read } = await stage.open(CITY);
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
  });

  test('names follow the language of the page', async () => {
    const { input, names, read } = await stage.open(
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
  });
});

describe('input methods', () => {
  const tokens = (): (string | null)[] =>
    stage.front.asked
      .map(({ searchParams }) => searchParams.get('token'))
      .filter((token) => token !== null);

  /** Types as an input method does. */
  async function inputMethod(page: Page) {
    const session = await page.context().newCDPSession(page);
    return {
      compose: (text: string) =>
        session.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        }),
      commit: (text: string) => session.send('Input.insertText', { text }),
    };
  }

  test('Japanese: readings are not asked for, what they become is, and it is asked once', async () => {
    // With a long pause, for the keys of a busy machine may be far apart.
    const { page, input, names } = await stage.open(
      '<geo-autocomplete label="都市" debounce-ms="2000" token="dev-public"></geo-autocomplete>',
      { lang: 'ja' },
    );
    await input.focus();
    const { compose, commit } = await inputMethod(page);
    for (const reading of ['と', 'とう', 'とうき', 'とうきょう']) await compose(reading);
    await compose('東京');
    await commit('東京');
    await eventually(async () => {
      expect((await names())[0]).toMatch(/^東京/);
    });
    expect(tokens()).toEqual(['東京']);
  });

  test('Japanese: what has settled is asked for before it is confirmed, and not again after', async () => {
    const { page, input, names, read } = await stage.open(
      '<geo-autocomplete label="都市" token="dev-public"></geo-autocomplete>',
      { lang: 'ja' },
    );
    await input.focus();
    const { compose, commit } = await inputMethod(page);
    await compose('東京');
    await eventually(async () => {
      expect((await names())[0]).toMatch(/^東京/);
    });
    // The key that confirms the composition does not choose.
    await read(
      "input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))",
    );
    expect(await read('field.value')).toBe('');
    await commit('東京');
    await page.waitForTimeout(300);
    expect(tokens()).toEqual(['東京']);
    await input.press('Enter');
    expect(await read('field.value')).toBe('JPN_Tokyo');
  });

  test('Japanese: a reading that has settled and means nothing is not called unknown', async () => {
    const { page, input, status } = await stage.open(
      '<geo-autocomplete label="都市" token="dev-public"></geo-autocomplete>',
      { lang: 'ja' },
    );
    await input.focus();
    const { compose, commit } = await inputMethod(page);
    await compose('っっっっ');
    await eventually(() => {
      expect(tokens()).toEqual(['っっっっ']);
    });
    await page.waitForTimeout(300);
    expect(await status.innerText()).toBe('');
    await commit('っっっっ');
    await eventually(async () => {
      expect(await status.innerText()).toBe('見つかりませんでした');
    });
  });

  test('Korean: a name is found although its last syllable is still being composed', async () => {
    const { page, input, names } = await stage.open(
      '<geo-autocomplete label="도시" token="dev-public"></geo-autocomplete>',
      { lang: 'ko' },
    );
    await input.focus();
    const { compose, commit } = await inputMethod(page);
    await compose('서');
    await commit('서');
    await compose('우');
    await compose('울');
    await eventually(async () => {
      expect((await names())[0]).toBe('서울');
    });
  });
});

describe('keyboard and mouse', () => {
  const CITY = '<geo-autocomplete label="City" token="dev-public"></geo-autocomplete>';

  async function openList(typed: string): Promise<Field> {
    const field = await stage.open(CITY);
    await field.input.pressSequentially(typed);
    await eventually(async () => {
      expect(await field.input.getAttribute('aria-expanded')).toBe('true');
      expect(await field.options.count()).toBe(8);
    });
    return field;
  }

  /** The name of the option that a screen reader is at; undefined: it is in the field. */
  async function active({ input, page }: Field): Promise<string | undefined> {
    const id = await input.getAttribute('aria-activedescendant');
    if (id === null) return undefined;
    return page.locator(`#${id} span`).first().innerText();
  }

  test('arrow keys go through the list and back to the field, Enter chooses', async () => {
    const field = await openList('san');
    const { input, names, read, told } = field;
    const [first, second] = await names();
    expect(await active(field)).toBeUndefined();
    await input.press('ArrowDown');
    expect(await active(field)).toBe(first);
    await input.press('ArrowDown');
    expect(await active(field)).toBe(second);
    await input.press('ArrowUp');
    await input.press('ArrowUp');
    expect(await active(field)).toBeUndefined();
    expect(await input.inputValue()).toBe('san');
    await input.press('ArrowDown');
    await input.press('ArrowDown');
    await input.press('Enter');
    expect(await input.inputValue()).toBe(second);
    expect(await input.getAttribute('aria-expanded')).toBe('false');
    const selected = await read('field.selected');
    expect(selected).toMatchObject({ name: second, id: await read('field.value') });
    expect(await told()).toEqual([
      ['geo-select', selected],
      ['change', null],
    ]);
  });

  test('Enter alone chooses the first, which was read out', async () => {
    const { input, read, status } = await openList('lon');
    await eventually(async () => {
      expect(await status.innerText()).toBe('Results: 8. Enter: London, England, United Kingdom');
    });
    await input.press('Enter');
    expect(await read('field.value')).toBe('GBR_London');
    expect(await status.innerText()).toBe('');
  });

  test('Escape closes the list and keeps the text, then clears it', async () => {
    const { input } = await openList('lon');
    await input.press('Escape');
    expect(await input.getAttribute('aria-expanded')).toBe('false');
    expect(await input.inputValue()).toBe('lon');
    await input.press('Escape');
    expect(await input.inputValue()).toBe('');
  });

  test('an arrow opens the list again, Alt and an arrow closes it', async () => {
    const { input } = await openList('lon');
    await input.press('Alt+ArrowUp');
    expect(await input.getAttribute('aria-expanded')).toBe('false');
    await input.press('ArrowDown');
    await eventually(async () => {
      expect(await input.getAttribute('aria-expanded')).toBe('true');
    });
  });

  test('Tab leaves without choosing', async () => {
    const { input, read } = await openList('lon');
    await input.press('ArrowDown');
    await input.press('Tab');
    expect(await input.getAttribute('aria-expanded')).toBe('false');
    expect(await read('field.value')).toBe('');
    expect(await read('document.activeElement === field')).toBe(false);
  });

  test('a click chooses, and the focus stays in the field', async () => {
    const { input, options, read } = await openList('lon');
    await options.first().click();
    expect(await read('field.value')).toBe('GBR_London');
    expect(await input.inputValue()).toBe('London');
    expect(await read('field.shadowRoot.activeElement === input')).toBe(true);
  });
});
