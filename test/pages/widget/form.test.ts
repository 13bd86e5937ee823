import { describe, expect, test } from '@jest/globals';
import { eventually, hold } from '../browser.js';
import { type Field, useStage } from './field.js';

const stage = useStage();

const CITY = '<geo-autocomplete label="City" token="dev-public"></geo-autocomplete>';
const LOOKUPS = /\/find\w+\?/;

const expectText = ({ input }: Field, text: string): Promise<void> =>
  eventually(async () => {
    expect(await input.inputValue()).toBe(text);
  });

const expectFirst = ({ names }: Field, name: string): Promise<void> =>
  eventually(async () => {
    expect((await names())[0]).toBe(name);
  });

const expectFailures = ({ told }: Field, ...details: object[]): Promise<void> =>
  eventually(async () => {
    const expected = details.map((detail) => ['geo-error', expect.objectContaining(detail)]);
    expect(await told()).toEqual(expected);
  });

describe('forms', () => {
  const formWith = (attributes: string): string =>
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

  test('the id of the choice is sent. Typing on ends the choice', async () => {
    const field = await stage.open(formWith(''));
    const { input, page, read, told } = field;
    expect(await read(SENT)).toEqual({});
    await choose(field, 'tokyo');
    expect(await read(SENT)).toEqual({ city: 'JPN_Tokyo' });
    await input.press('Enter');
    await input.press('Backspace');
    expect(await read(SENT)).toEqual({});
    expect(await read('field.selected')).toBeNull();
    await page.getByRole('button', { name: 'Send' }).focus();
    const types = (await told()).map(([type]) => type);
    expect(types).toEqual(['geo-select', 'change', 'submit', 'change']);
    expect(await read('field.validity.badInput')).toBe(true);
    expect(await input.getAttribute('aria-invalid')).toBe('true');
  });

  test('other fields of the choice are sent on request, restored by the browser, and cleared on reset', async () => {
    const field = await stage.open(formWith('fields="name latitude  longitude region_name"'));
    const { page, read } = field;
    const sent = { city: 'USA_Springfield_Illinois', city_name: 'Springfield', city_region_name: 'Illinois', city_latitude: '39.80172', city_longitude: '-89.64371' }; // prettier-ignore
    await choose(field, 'springfield, il');
    expect(await read(SENT)).toEqual(sent);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expectText(field, '');
    expect(await read(SENT)).toEqual({});
    await read("field.formStateRestoreCallback('USA_Springfield_Illinois', 'restore')");
    await expectText(field, 'Springfield, Illinois');
    expect(await read(SENT)).toEqual(sent);
    await read("(field.removeAttribute('fields'), field.value = 'FRA_Paris')");
    expect(await read(SENT)).toEqual({ city: 'FRA_Paris' });
  });

  test('fields are empty until the value is looked up', async () => {
    const { page, read } = await stage.open(formWith('fields=" name population "'));
    const letGo = await hold(page, /findByIds/);
    await read("(field.value = 'JPN_Tokyo')");
    expect(await read(SENT)).toEqual({ city: 'JPN_Tokyo', city_name: '', city_population: '' });
    await letGo();
    await eventually(async () => {
      expect(await read(SENT)).toMatchObject({ city: 'JPN_Tokyo', city_name: 'Tokyo' });
    });
  });

  test('a required field is shown as invalid until something is chosen', async () => {
    const field = await stage.open(formWith('required'), { lang: 'fr' });
    const { input, page, read, told } = field;
    const send = page.getByRole('button', { name: 'Send' });
    await send.click();
    expect(await told()).toEqual([]);
    expect(await input.getAttribute('aria-required')).toBe('true');
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(await read('field.validity.valueMissing')).toBe(true);
    expect(await read('field.validationMessage')).toBe('Choisissez une entrée de la liste.');
    expect(await read('field.shadowRoot.activeElement === input')).toBe(true);
    await read("field.setAttribute('required-message', 'City, please')");
    await eventually(async () => {
      expect(await read('field.validationMessage')).toBe('City, please');
    });
    await choose(field, 'tokyo');
    expect(await input.getAttribute('aria-invalid')).toBe('false');
    await send.click();
    expect((await told()).at(-1)).toEqual(['submit', null]);
  });

  test('a value is looked up, and returns on reset', async () => {
    const field = await stage.open(formWith('value="JPN_Tokyo"'));
    const { input, page, read, told } = field;
    await expectText(field, 'Tokyo');
    expect(await read('field.selected.country_id')).toBe('JPN');
    expect(await told()).toEqual([]);
    await input.fill('');
    await choose(field, 'london');
    expect(await read(SENT)).toEqual({ city: 'GBR_London' });
    await page.getByRole('button', { name: 'Reset' }).click();
    await expectText(field, 'Tokyo');
    expect(await read(SENT)).toEqual({ city: 'JPN_Tokyo' });
  });

  test('a label names the field and focuses it. A disabled fieldset disables it', async () => {
    const { input, page, read } = await stage.open(formWith('required'));
    await page.getByRole('combobox', { name: 'City' }).waitFor();
    await page.getByText('City').click();
    expect(await read('document.activeElement === field')).toBe(true);
    await read("(document.querySelector('fieldset').disabled = true)");
    await eventually(async () => {
      expect(await input.isDisabled()).toBe(true);
    });
    expect(await read('field.form.checkValidity()')).toBe(true);
  });
});

describe('scripts and frameworks', () => {
  test('a value is set before or after the script is loaded. An unknown one is reported', async () => {
    const field = await stage.open('<main></main>' + CITY);
    // An element of a document without a window is upgraded when it is moved into a page.
    await field.read(`(() => {
      const early = document.implementation.createHTMLDocument().createElement('geo-autocomplete');
      Object.assign(early, { value: 'JPN_Tokyo', token: 'dev-public', label: 'Early' });
      field.replaceWith(early);
    })()`);
    await expectText(field, 'Tokyo');
    await field.read("(field.value = 'FRA_Paris')");
    await expectText(field, 'Paris, Île-de-France');
    await field.read("(field.value = 'FRA_Atlantis')");
    await expectFailures(field, {
      code: 'not_found',
      message: 'No entity has the id FRA_Atlantis.',
    });
    expect(await field.read('field.value')).toBe('');
    await expectText(field, '');
  });

  test('the same value at every rendering does not disturb typing', async () => {
    const field = await stage.open(CITY);
    await field.input.pressSequentially('lon');
    await field.read("(field.value = '')");
    await expectFirst(field, 'London');
    await expectText(field, 'lon');
    await field.input.press('Escape');
    await field.input.blur();
    await field.read("(field.value = '')");
    await expectText(field, '');
  });

  test('null, undefined and removed attributes mean defaults', async () => {
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
  const UNAVAILABLE = 'Search is not available right now. Keep typing to try again.';

  test('a service that does not answer is reported. Typing on tries again', async () => {
    const field = await stage.open(CITY);
    const { input, options, page, status } = field;
    await page.route(LOOKUPS, (route) => route.abort());
    await input.pressSequentially('lo');
    await eventually(async () => {
      expect(await status.innerText()).toBe(UNAVAILABLE);
    });
    await expectFailures(field, { code: 'unavailable', message: expect.stringContaining('did not answer') }); // prettier-ignore
    await page.unroute(LOOKUPS);
    await page.route(/findAll/, (route) => route.abort());
    await input.press('n');
    await expectFirst(field, 'London');
    expect(await status.innerText()).not.toBe(UNAVAILABLE);
    // The names of countries are missing.
    expect(await options.first().innerText()).toMatch(/England, GBR$/);
  });

  test('no search is sent before Retry-After', async () => {
    const field = await stage.open(CITY);
    const { input, page, tokens } = field;
    await page.clock.install();
    await page.route(/findByName/, (route) => {
      if (tokens().length > 1) return route.continue();
      const error = { code: 'rate_limited', message: 'Too many' };
      const headers = { 'Retry-After': '60' };
      return route.fulfill({ status: 429, headers, json: { status: 'error', error } });
    });
    await input.press('l');
    await page.clock.runFor(100);
    await expectFailures(field, { code: 'rate_limited', status: 429, message: 'Too many', retryAfterSeconds: 60 }); // prettier-ignore
    await input.pressSequentially('ondon');
    await page.clock.runFor(55_000);
    expect(tokens()).toHaveLength(1);
    await page.clock.runFor(6_000);
    await expectFirst(field, 'London');
    expect(tokens()).toEqual(['l', 'london']);
  });

  test('a field that is left does not wait for a long Retry-After', async () => {
    const field = await stage.open(CITY);
    const { input, page, read, tokens } = field;
    await page.clock.install();
    const headers = { 'Retry-After': '60' };
    await page.route(/findByName/, (route) => route.fulfill({ status: 503, headers }));
    await input.press('l');
    await page.clock.runFor(100);
    await expectFailures(field, { status: 503 });
    await input.fill('london');
    await input.blur();
    await page.clock.runFor(70_000);
    expect(tokens()).toEqual(['l']);
    expect(await read("field.shadowRoot.querySelector('.busy')")).toBeNull();
  });

  test('a rejected token is reported each time, and logged once. Another one works at once', async () => {
    const field = await stage.open(
      '<geo-autocomplete label="City" token="wrong"></geo-autocomplete>',
    );
    const { input, page, read, status } = field;
    const logged: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('<geo-autocomplete>')) logged.push(message.text());
    });
    const unauthorized = { code: 'unauthorized', status: 401 };
    await input.press('l');
    await expectFailures(field, unauthorized);
    await input.press('o');
    await expectFailures(field, unauthorized, unauthorized);
    expect(logged).toEqual([expect.stringMatching(/401 unauthorized: .* Check the attributes/)]);
    expect(await status.innerText()).toBe(UNAVAILABLE);
    await read("(field.token = 'dev-public')");
    await input.press('n');
    await expectFirst(field, 'London');
  });

  test.each([
    [502, '<html>'],
    [200, { ok: true }],
    [200, { status: 'ok' }],
  ])('an answer of another server, %i with %j, is a failure', async (status, json) => {
    const field = await stage.open(CITY);
    await field.page.route(LOOKUPS, (route) => route.fulfill({ status, json }));
    await field.input.press('l');
    await expectFailures(field, { code: 'unavailable', status });
    expect(await field.read("field.shadowRoot.querySelector('.busy')")).toBeNull();
  });

  test('names are text, and are not shown again when they may not be cached', async () => {
    const field = await stage.open(CITY);
    const { input, names, options, page, status } = field;
    const name = 'L<img src=x onerror="alert(1)">';
    const data = [{ id: 'A', name, country_id: 'GBR', region_name: null }];
    const headers = { 'Cache-Control': 'no-store' };
    await page.route(LOOKUPS, (route) => route.fulfill({ headers, json: { status: 'ok', data } }));
    await input.press('l');
    await expectFirst(field, name);
    expect(await names()).toHaveLength(1);
    expect(await page.locator('img').count()).toBe(0);
    // The token is revoked.
    await page.route(LOOKUPS, (route) => route.fulfill({ status: 401, json: { status: 'error' } }));
    await input.blur();
    await input.press('ArrowDown');
    await eventually(async () => {
      expect(await status.innerText()).toBe(UNAVAILABLE);
    });
    expect(await options.count()).toBe(0);
  });

  test('a value that cannot be looked up stays, and is looked up when the field is entered', async () => {
    const field = await stage.open(CITY);
    await field.page.route(LOOKUPS, (route) => route.abort());
    await field.read("(field.value = 'JPN_Tokyo')");
    await expectText(field, 'JPN_Tokyo');
    expect(await field.read('field.value')).toBe('JPN_Tokyo');
    await field.page.unroute(LOOKUPS);
    await field.input.focus();
    await expectText(field, 'Tokyo');
  });
});
