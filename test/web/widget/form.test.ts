import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../eventually.js';
import { type Field, type Stage, startStage } from './field.js';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterEach(() => stage.closePages());
afterAll(() => stage.close());

describe('forms', () => {
  /** A form that goes nowhere, with one field. */
  const formOf = (attributes: string): string =>
    `<form action="javascript:void 0"><fieldset>
    <label for="city">City</label>
    <geo-autocomplete id="city" name="city" token="dev-public" ${attributes}></geo-autocomplete>
  </fieldset><button>Send</button><button type="reset">Reset</button></form>`;

  const SENT = "Object.fromEntries(new FormData(document.querySelector('form')))";

  async function choose({ input, options }: Field, typed: string): Promise<void> {
    await input.pressSequentially(typed);
    await options.first().waitFor();
    await input.press('Enter');
  }

  test('the id of what was chosen is sent', async () => {
    const field = await stage.open(formOf(''));
    const { read, told } = field;
    expect(await read(SENT)).toEqual({});
    await choose(field, 'tokyo');
    expect(await read(SENT)).toEqual({ city: 'JPN_Tokyo' });
    expect(await read('field.form.checkValidity()')).toBe(true);
    await field.input.press('Enter');
    expect(await told()).toContainEqual(['submit', null]);
  });

  test('what is typed after the choice is no choice any more', async () => {
    const field = await stage.open(formOf(''));
    const { input, page, read, told } = field;
    await choose(field, 'tokyo');
    await input.press('Backspace');
    expect(await read(SENT)).toEqual({});
    expect(await read('field.selected')).toBeNull();
    await page.getByRole('button', { name: 'Send' }).focus();
    expect((await told()).map(([type]) => type)).toEqual(['geo-select', 'change', 'change']);
    expect(await read('field.validity.badInput')).toBe(true);
    expect(await input.getAttribute('aria-invalid')).toBe('true');
  });

  describe('a required field', () => {
    test('keeps the form from being sent until something is chosen', async () => {
      const field = await stage.open(formOf('required'), { lang: 'fr' });
      const { input, page, read, told } = field;
      await page.getByRole('button', { name: 'Send' }).click();
      expect(await told()).toEqual([]);
      expect(await input.getAttribute('aria-required')).toBe('true');
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      expect(await read('field.validity.valueMissing')).toBe(true);
      expect(await read('field.validationMessage')).toBe('Choisissez une entrée de la liste.');
      expect(await read('field.shadowRoot.activeElement === input')).toBe(true);
      await choose(field, 'tokyo');
      expect(await input.getAttribute('aria-invalid')).toBe('false');
      await page.getByRole('button', { name: 'Send' }).click();
      expect((await told()).at(-1)).toEqual(['submit', null]);
    });

    test('says so in the words of the page', async () => {
      const { read } = await stage.open(formOf('required required-message="City, please"'));
      expect(await read('field.validationMessage')).toBe('City, please');
    });
  });

  test('a value is looked up, and comes back on reset', async () => {
    const field = await stage.open(formOf('value="JPN_Tokyo"'));
    const { input, page, read, told } = field;
    await eventually(async () => {
      expect(await input.inputValue()).toBe('Tokyo');
    });
    expect(await read(SENT)).toEqual({ city: 'JPN_Tokyo' });
    expect(await read('field.selected.country_id')).toBe('JPN');
    expect(await told()).toEqual([]);
    await input.fill('');
    await choose(field, 'london');
    expect(await read(SENT)).toEqual({ city: 'GBR_London' });
    await page.getByRole('button', { name: 'Reset' }).click();
    await eventually(async () => {
      expect(await input.inputValue()).toBe('Tokyo');
    });
    expect(await read(SENT)).toEqual({ city: 'JPN_Tokyo' });
  });

  test('a value is set by a script, and an unknown one is told of', async () => {
    const { input, read, told } = await stage.open(formOf(''));
    await read("(field.value = 'FRA_Paris')");
    await eventually(async () => {
      expect(await input.inputValue()).toBe('Paris');
    });
    await read("(field.value = 'FRA_Atlantis')");
    await eventually(async () => {
      expect(await told()).toEqual([['geo-error', expect.objectContaining({ code: 'not_found' })]]);
    });
    expect(await read('field.value')).toBe('');
    expect(await input.inputValue()).toBe('');
  });

  test('a label names the field and leads into it', async () => {
    const { page, read } = await stage.open(formOf(''));
    await page.getByRole('combobox', { name: 'City' }).waitFor();
    await page.getByText('City').click();
    expect(await read('document.activeElement === field')).toBe(true);
  });

  test('a disabled fieldset disables it', async () => {
    const { input, read } = await stage.open(formOf('required'));
    await read("(document.querySelector('fieldset').disabled = true)");
    await eventually(async () => {
      expect(await input.isDisabled()).toBe(true);
    });
    expect(await read('field.form.checkValidity()')).toBe(true);
  });
});

describe('frameworks', () => {
  const CITY = '<geo-autocomplete label="City" token="dev-public"></geo-autocomplete>';

  test('a value that was set before the script was there counts', async () => {
    const { input, read } = await stage.open('<main></main>' + CITY);
    // Elements of a document without a window are made what they are when they come into one.
    await read(`(() => {
    const early = document.implementation.createHTMLDocument().createElement('geo-autocomplete');
    Object.assign(early, { value: 'JPN_Tokyo', token: 'dev-public', label: 'Early' });
    field.replaceWith(early);
  })()`);
    await eventually(async () => {
      expect(await input.inputValue()).toBe('Tokyo');
    });
    await read("(field.value = 'FRA_Paris')");
    await eventually(async () => {
      expect(await input.inputValue()).toBe('Paris');
    });
  });

  test('the same value, set again at every rendering, leaves alone what is typed', async () => {
    const { input, names, read } = await stage.open(CITY);
    await input.pressSequentially('lon');
    await read("(field.value = '')");
    await eventually(async () => {
      expect((await names())[0]).toBe('London');
    });
    expect(await input.inputValue()).toBe('lon');
    await input.press('Escape');
    await input.blur();
    await read("(field.value = '')");
    await eventually(async () => {
      expect(await input.inputValue()).toBe('');
    });
  });

  test('null and undefined are as nothing said', async () => {
    const { input, names, read, told } = await stage.open(
      '<geo-autocomplete label="City" url="/" limit="3" token="dev-public"></geo-autocomplete>',
    );
    await read('Object.assign(field, { value: null, resource: undefined, debounceMs: null })');
    await read("['url', 'limit', 'label'].forEach((name) => field.removeAttribute(name))");
    await input.pressSequentially('lon');
    await eventually(async () => {
      expect(await names()).toHaveLength(8);
    });
    expect(await told()).toEqual([]);
  });
});

describe('failures', () => {
  const CITY = '<geo-autocomplete label="City" token="dev-public"></geo-autocomplete>';

  const UNAVAILABLE = 'Search is not available right now. Keep typing to try again.';

  const isByName = ({ pathname }: URL): boolean => pathname === '/cities/findByName';

  test('a service that is away is told of, and found again by typing on', async () => {
    const { input, names, status, told } = await stage.open(CITY);
    stage.front.intercept = () => 'cut';
    await input.pressSequentially('lo');
    await eventually(async () => {
      expect(await status.innerText()).toBe(UNAVAILABLE);
    });
    expect(await status.boundingBox()).toMatchObject({ height: expect.any(Number) });
    expect((await told())[0]).toEqual([
      'geo-error',
      expect.objectContaining({ code: 'unavailable' }),
    ]);
    stage.front.intercept = () => undefined;
    await input.press('n');
    await eventually(async () => {
      expect((await names())[0]).toBe('London');
    });
    expect(await status.innerText()).not.toBe(UNAVAILABLE);
  });

  test('it is asked again when it says, and not before', async () => {
    const { input, names, told } = await stage.open(CITY);
    const times: number[] = [];
    stage.front.intercept = (lookup) => {
      if (!isByName(lookup)) return undefined;
      times.push(Date.now());
      if (times.length > 1) return undefined;
      const error = { code: 'rate_limited', message: 'Too many' };
      return { status: 429, headers: { 'Retry-After': '2' }, body: { status: 'error', error } };
    };
    await input.press('l');
    await eventually(async () => {
      expect(await told()).toEqual([
        [
          'geo-error',
          { code: 'rate_limited', status: 429, message: 'Too many', retryAfterSeconds: 2 },
        ],
      ]);
    });
    await input.pressSequentially('ondon', { delay: 100 });
    await eventually(async () => {
      expect((await names())[0]).toBe('London');
    });
    expect(times).toHaveLength(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_900);
  });

  test('a token that is not accepted is told to the page each time, on the console once', async () => {
    const { input, page, status, told } = await stage.open(
      '<geo-autocomplete label="City" token="wrong"></geo-autocomplete>',
    );
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('<geo-autocomplete>')) errors.push(message.text());
    });
    const refusals = async (): Promise<number> => (await told()).length;
    await input.press('l');
    await eventually(async () => {
      expect(await refusals()).toBe(1);
    });
    await input.press('o');
    await eventually(async () => {
      expect(await refusals()).toBe(2);
    });
    expect((await told())[0]).toEqual([
      'geo-error',
      expect.objectContaining({ code: 'unauthorized', status: 401 }),
    ]);
    expect(errors).toEqual([expect.stringMatching(/401 unauthorized: .* Check the attributes/)]);
    expect(await status.innerText()).toBe(UNAVAILABLE);
  });

  test('another token takes effect at once', async () => {
    const { input, names, read, told } = await stage.open(
      '<geo-autocomplete label="City" token="wrong"></geo-autocomplete>',
    );
    await input.press('l');
    await eventually(async () => {
      expect(await told()).toHaveLength(1);
    });
    await read("(field.token = 'dev-public')");
    await input.pressSequentially('ondon');
    await eventually(async () => {
      expect((await names())[0]).toBe('London');
    });
  });

  test('an answer that is none, as of a proxy, is a failure', async () => {
    const { input, told } = await stage.open(CITY);
    stage.front.intercept = () => ({ status: 502, body: '<html>' });
    await input.press('l');
    await eventually(async () => {
      expect(await told()).toContainEqual([
        'geo-error',
        expect.objectContaining({ code: 'unavailable', status: 502 }),
      ]);
    });
  });

  test('so is a success without data, as of another service', async () => {
    const { input, read, told } = await stage.open(CITY);
    stage.front.intercept = () => ({ status: 200, body: { ok: true } });
    await input.press('l');
    await eventually(async () => {
      expect(await told()).toContainEqual([
        'geo-error',
        expect.objectContaining({ code: 'unavailable', status: 200 }),
      ]);
    });
    expect(await read("field.shadowRoot.querySelector('.busy')")).toBeNull();
  });

  test('what may not be kept is not shown again to who comes back', async () => {
    const { input, options, status } = await stage.open(CITY);
    const data = [{ id: 'A', name: 'London', country_id: 'GBR', region_name: null }];
    const headers = { 'Cache-Control': 'no-store' };
    stage.front.intercept = () => ({ status: 200, headers, body: { status: 'ok', data } });
    await input.press('l');
    await options.first().waitFor();
    // The token is revoked meanwhile.
    stage.front.intercept = () => ({ status: 401, body: { status: 'error' } });
    await input.blur();
    await input.press('ArrowDown');
    await eventually(async () => {
      expect(await status.innerText()).toBe(UNAVAILABLE);
    });
    expect(await options.count()).toBe(0);
  });

  test('a value that cannot be looked up stays, and is looked up when the field is entered', async () => {
    let isAway = true;
    const { input, read } = await stage.open(CITY);
    stage.front.intercept = () => (isAway ? 'cut' : undefined);
    await read("(field.value = 'JPN_Tokyo')");
    await eventually(async () => {
      expect(await input.inputValue()).toBe('JPN_Tokyo');
    });
    expect(await read('field.value')).toBe('JPN_Tokyo');
    isAway = false;
    await input.focus();
    await eventually(async () => {
      expect(await input.inputValue()).toBe('Tokyo');
    });
  });

  test('codes stand in for names of countries that are not there', async () => {
    const { input, options } = await stage.open(CITY);
    stage.front.intercept = (lookup) => (isByName(lookup) ? undefined : 'cut');
    await input.pressSequentially('london');
    await options.first().waitFor();
    expect(await options.first().innerText()).toMatch(/England, GBR$/);
  });
});
