import { describe, expect, test } from '@jest/globals';
import { eventually, hold, isFirefox } from '../browser.js';
import { cityWith, expectFirst, type Field, useStage } from './field.js';

const stage = useStage();

describe('typing', () => {
  test.each([
    ['pt', '', 'napol', /^Nápoles\s/, 'Nápol'],
    ['hi', '', 'पेरि', /^पेरिस/, 'पेरि'],
    ['no', '', 'kair', /^Kairo\s/, 'Kair'],
    ['de', '', 'giess', /^Gießen\s/, 'Gieß'],
    ['en', '', 'paris', /^Paris\s+Île-de-France, France$/, 'Paris'],
    ['en', 'match="prefix"', 'paris', /^Paris\s+Île-de-France, France$/, 'Paris'],
    ['en', 'match="prefix" any-name', 'Münch', /^Munich/, undefined],
    ['en', '', 'Münch', /^Munich \(Münch\p{L}*\)\s/u, 'Münch'],
    ['en', '', 'diego', /^San Diego\s/, 'Diego'],
    ['en', '', 'Leningrad', /^Saint Petersburg \(Leningrad\)\s+.*Russia$/, 'Leningrad'],
    ['en', '', 'london, ont', /^London\s+Ontario, Canada$/, undefined],
    ['en', '', 'brentwood, calif', /^Brentwood\s+California, United States \(.+\)$/, undefined],
    ['en', 'resource="countries"', 'ger', /^Germany$/, 'Ger'],
    ['en', 'resource="countries"', 'america', /^United States \(America\)$/, 'America'],
  ])(
    'in %s with %s, %s finds a name and marks the typed part',
    async (lang, attributes, typed, text, marked) => {
      const { input, options } = await stage.open(cityWith(attributes), { lang });
      await input.fill(typed);
      await eventually(async () => {
        expect(await options.first().innerText()).toMatch(text);
      });
      const marks = await options.first().locator('mark').allTextContents();
      expect(marks).toEqual(marked === undefined ? [] : [marked]);
    },
  );

  test.each([
    ['', '48.85, 2.35', /^Paris \(48\.85, 2\.35\)\s+Île-de-France, France$/],
    ['', '881fb46625fffff', /^Paris \(881fb46625fffff\)/],
    ['resource="countries"', 'geo:48.85,2.35', /^France \(48\.85, 2\.35\)$/],
    ['country="FRA"', '51.5, -0.12', undefined],
    ['', '0, 0', undefined],
    ['', '88fffffffffffff', undefined],
  ])('with %s, %s finds what is there', async (attributes, typed, text) => {
    const { input, options, status, expectOptions } = await stage.open(cityWith(attributes));
    await input.fill(typed);
    await eventually(async () => {
      expect(await (text === undefined ? status : options.first()).innerText()).toMatch(text ?? /^Nothing found/);
    });
    await expectOptions(text === undefined ? 0 : 1);
  }); // prettier-ignore

  test('attributes limit the search', async () => {
    const field = await stage.open(
      cityWith('resource="countries" primary-only limit="3" min-length="2"'),
    );
    await field.input.pressSequentially('ger', { delay: 120 });
    await expectFirst(field, 'Germany');
    const searches = field.asked.map(({ search }) => search);
    expect(searches.at(-1)).toBe('?token=ger&lang=en&limit=3&match=fuzzy&primary_only=true');
    expect(searches.join()).not.toContain('token=g&');
  });

  test('text from right to left starts on the right, in the field and in the list', async () => {
    const { input, options, expectRead } = await stage.open(cityWith(), { lang: 'ar', dir: 'rtl' });
    await input.pressSequentially('القاه');
    await options.first().waitFor();
    await expectRead('getComputedStyle(input).direction', 'rtl');
    const boxes = [input, options.first(), options.first().locator('span').first()].map(
      async (part) => {
        const box = await part.boundingBox();
        return (box?.x ?? NaN) + (box?.width ?? NaN);
      },
    );
    const [field = NaN, option = NaN, name = NaN] = await Promise.all(boxes);
    expect(name).toBeGreaterThan(option - 30);
    expect(field).toBeGreaterThanOrEqual(option);
  });

  test('only the results of the current text are shown', async () => {
    const field = await stage.open(cityWith());
    const { page, input, tokens, expectRead, expectAttribute } = field;
    let letGo = await hold(page, /token=be&/);
    await input.pressSequentially('be');
    await eventually(() => {
      expect(tokens()).toContain('be');
    });
    await input.press('r');
    await expectFirst(field, 'Berlin');
    await letGo();
    letGo = await hold(page, /findByName/);
    await input.fill('lond');
    await field.expectOptions(0);
    await expectAttribute('aria-expanded', 'false');
    await input.press('Enter');
    await expectRead('field.value', '');
    await letGo();
    await expectRead('field.value', 'GBR_London');
  });

  test.each(['match="prefix"', 'match="prefix" any-name'])(
    'with %s, what is only like the text is offered, and not chosen unseen',
    async (attributes) => {
      const field = await stage.open(cityWith(attributes));
      const { input, page, asked, expectStatus, expectRead } = field;
      const letGo = await hold(page, /findByName/);
      await input.pressSequentially('Londn');
      await input.press('Enter');
      await letGo();
      await expectFirst(field, 'London');
      expect(asked.map(({ searchParams }) => searchParams.get('match'))).toContain('prefix');
      await page.getByRole('listbox').getByText('Did you mean?').waitFor();
      await expectStatus(/^Did you mean\? Results: \d\. Enter: London.*, England/);
      await expectRead('field.value', '');
      await input.press('Enter');
      await expectRead('field.value', 'GBR_London');
      await input.fill('qqqqq');
      await expectStatus(/^Nothing found\. Try/);
    },
  );

  test('names follow the language of the page and of the element', async () => {
    const field = await stage.open(cityWith('value="GBR_London"'));
    const { input, read, expectRead, expectText } = field;
    await expectText('London, England');
    await read("(document.documentElement.lang = 'fr-CA')");
    await expectText('Londres, Angleterre');
    await expectRead('field.value', 'GBR_London');
    await input.fill('moscou');
    await expectFirst(field, 'Moscou');
    await read("field.setAttribute('lang', 'de')");
    await field.expectOptions(0);
    await input.fill('moskau');
    await expectFirst(field, 'Moskau');
  });
});

(isFirefox ? describe.skip : describe)('input methods', () => {
  /** Opens a field, and types in it as an input method does. */
  async function openComposing(lang: string, attributes = '') {
    const field = await stage.open(cityWith(attributes), { lang });
    await field.input.focus();
    const session = await field.page.context().newCDPSession(field.page);
    return {
      ...field,
      field,
      compose: (text: string) =>
        session.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        }),
      commit: (text: string) => session.send('Input.insertText', { text }),
    };
  }

  test('Japanese readings are not searched. The text is, once', async () => {
    // A long pause, because keys on a busy machine may be far apart.
    const { field, compose, commit, tokens } = await openComposing('ja', 'debounce-ms="2000"');
    for (const text of ['と', 'とう', 'とうき', 'とうきょう', '東京']) await compose(text);
    await commit('東京');
    await expectFirst(field, '東京');
    expect(tokens()).toEqual(['東京']);
  });

  test('a settled Japanese text is searched before it is confirmed, and not again after', async () => {
    const { field, compose, commit, tokens, input, read, expectRead } = await openComposing('ja', 'debounce-ms="0"'); // prettier-ignore
    await compose('東京');
    await expectFirst(field, '東京');
    // The key that confirms the composition does not choose.
    const confirm = "{ key: 'Enter', isComposing: true, bubbles: true }";
    await read(`input.dispatchEvent(new KeyboardEvent('keydown', ${confirm}))`);
    await expectRead('field.value', '');
    await commit('東京');
    await input.press('Enter');
    await expectRead('field.value', 'JPN_Tokyo');
    expect(tokens()).toEqual(['東京']);
  });

  test('a reading without results is reported only after it is confirmed', async () => {
    const { compose, commit, tokens, read, expectStatus } = await openComposing('ja');
    await compose('っっっっ');
    await eventually(async () => {
      expect(tokens()).toEqual(['っっっっ']);
      expect(await read("field.shadowRoot.querySelector('.busy')")).toBeNull();
    });
    await expectStatus('');
    await commit('っっっっ');
    await expectStatus(/^見つかりませんでした/);
  });
});

describe('keyboard and mouse', () => {
  async function openList(typed: string): Promise<Field> {
    const field = await stage.open(cityWith());
    await field.input.pressSequentially(typed);
    await eventually(async () => {
      expect(await field.input.getAttribute('aria-expanded')).toBe('true');
      expect(await field.options.count()).toBe(8);
    });
    return field;
  }

  test('arrow keys move through the list and back to the field, Enter chooses', async () => {
    const { input, names, page, read, expectTold, expectAttribute, expectText } =
      await openList('dal');
    /** Returns the name of the option that a screen reader is at, or undefined in the field. */
    const active = async (): Promise<string | undefined> => {
      const id = await input.getAttribute('aria-activedescendant');
      return id === null ? undefined : page.locator(`#${id} span`).first().innerText();
    };
    const [first, second] = await names();
    expect(second).toBe('Daly City');
    expect(await active()).toBeUndefined();
    for (const [key, name] of [
      ['ArrowDown', first],
      ['ArrowDown', second],
      ['ArrowUp', first],
      ['ArrowUp', undefined],
    ] as const) {
      await input.press(key);
      expect(await active()).toBe(name);
    }
    await expectText('dal');
    await input.press('ArrowDown');
    await input.press('ArrowDown');
    await input.press('Enter');
    await expectText('Daly City, California');
    await expectAttribute('aria-expanded', 'false');
    const selected = await read('field.selected');
    expect(selected).toMatchObject({ name: second, id: await read('field.value') });
    await expectTold([['geo-select', selected], ['change', null]]); // prettier-ignore
  });

  test('the list closes and opens by keys, and is left without a choice', async () => {
    const { input, expectText, expectRead, expectAttribute } = await openList('lon');
    const expectOpen = async (isOpen: boolean): Promise<void> => {
      await expectAttribute('aria-expanded', String(isOpen));
      await expectText('lon');
    };
    await input.press('Alt+ArrowUp');
    await expectOpen(false);
    await input.press('ArrowDown');
    await expectOpen(true);
    await input.press('Escape');
    await expectOpen(false);
    await input.press('ArrowDown');
    await expectOpen(true);
    await input.press('Tab');
    await expectOpen(false);
    await expectRead('field.value', '');
    await expectRead('document.activeElement === field', false);
    await input.focus();
    await input.press('Escape');
    await expectText('');
  });

  test.each(['Tab', 'Shift+Tab'])('%s chooses an option that was moved to', async (key) => {
    const { input, names, told, expectRead, expectAttribute, expectText } = await openList('dal');
    const [, second = ''] = await names();
    await input.press('ArrowDown');
    await input.press('ArrowDown');
    await input.press(key);
    await expectRead('field.selected.name', second);
    await expectText('Daly City, California');
    await expectAttribute('aria-expanded', 'false');
    await expectAttribute('aria-invalid', 'false');
    await expectRead('document.activeElement === field', false);
    expect((await told()).map(([type]) => type)).toEqual(['geo-select', 'change']);
  });

  /** Types, and presses Enter before the suggestions arrive. Returns a function that lets them arrive. */
  async function enterEarly(field: Field, typed: string): Promise<() => Promise<void>> {
    const letGo = await hold(field.page, /findByName/);
    await field.input.pressSequentially(typed);
    await field.input.press('Enter');
    return letGo;
  }

  test('Enter before the suggestions chooses the first of them, once, and sends no form', async () => {
    const field = await stage.open(`<form>${cityWith('debounce-ms="0"')}</form>`);
    const letGo = await enterEarly(field, 'lond');
    await field.expectTold([]);
    await letGo();
    await eventually(async () => {
      expect((await field.told()).map(([type]) => type)).toEqual(['geo-select', 'change']);
    });
    await field.expectRead('field.value', 'GBR_London');
    await field.expectText('London, England');
    await field.expectOptions(0);
  });

  test.each([
    ['typed on', (field: Field) => field.input.press('o'), true],
    ['left the field', (field: Field) => field.input.blur(), false],
    ['pressed Escape', (field: Field) => field.input.press('Escape'), false],
  ])('Enter before the suggestions chooses nothing if the user has %s', async (_, act, isOpen) => {
    const field = await stage.open(cityWith('debounce-ms="0"'));
    const letGo = await enterEarly(field, 'lond');
    await act(field);
    await letGo();
    if (isOpen) await expectFirst(field, 'London');
    else await field.expectIdle();
    await field.expectRead('field.value', '');
    await field.expectTold([]);
  });

  test.each([
    ['', 'paris', 'FRA_Paris', 'Paris, Île-de-France'],
    ['', 'LENINGRAD', 'RUS_SaintPetersburg', 'Saint Petersburg'],
    ['', 'springfield, illinois', 'USA_Springfield_Illinois', 'Springfield, Illinois'],
    ['', 'springfield', '', 'springfield'],
    ['', 'lond', '', 'lond'],
    ['limit="1"', 'paris', '', 'paris'],
    ['', 'l’aquila', "ITA_L'Aquila", 'L’Aquila'],
    ['', 'evreux', 'FRA_Évreux', 'Évreux'],
    ['resource="countries"', 'great britain', 'GBR', 'United Kingdom'],
  ])('with %s, %s is %j after the field is left', async (attributes, typed, id, text) => {
    const field = await stage.open(cityWith(attributes));
    const { input, page, read, options, expectOptions, expectRead } = field;
    for (const isLate of [false, true]) {
      const letGo = isLate ? await hold(page, /findByName/) : undefined;
      await input.fill(`${typed} `);
      if (!isLate) await options.first().waitFor();
      await input.blur();
      await letGo?.();
      await eventually(async () => {
        expect(await read("field.shadowRoot.querySelector('.busy')")).toBeNull();
        expect(await input.inputValue()).toMatch(text);
      });
      await expectRead('field.value', id);
      await expectOptions(0);
      await read("(field.value = '')");
    }
  });

  test('nothing is chosen while another window is in front', async () => {
    const { input, read, options, expectRead, expectTold } = await stage.open(cityWith());
    await input.fill('paris');
    await options.first().waitFor();
    await read("input.dispatchEvent(new FocusEvent('blur'))");
    await expectTold([]);
    await input.blur();
    await expectRead('field.value', 'FRA_Paris');
  });

  test('Enter alone chooses the first option, which is announced. So does a click', async () => {
    const field = await openList('lon');
    const { input, options, expectRead, expectText, expectStatus } = field;
    await expectStatus('Results: 8. Enter: London, England, United Kingdom');
    await input.press('Enter');
    await expectRead('field.value', 'GBR_London');
    await expectStatus('');
    await input.fill('leningrad');
    await expectStatus(/Enter: Saint Petersburg \(Leningrad\), .*Russia$/);
    await input.fill('berl');
    await expectFirst(field, 'Berlin');
    await options.first().click();
    await expectRead('field.value', 'DEU_Berlin');
    await expectText('Berlin');
    await expectRead('field.shadowRoot.activeElement === input', true);
  });
});
