import { describe, expect, test } from '@jest/globals';
import { eventually, hold } from '../browser.js';
import { cityWith, expectFirst, type Field, useStage } from './field.js';

const stage = useStage();

const LOOKUPS = /\/find\w+\?/;

const expectFailures = ({ expectTold }: Field, ...details: object[]): Promise<void> =>
  expectTold(details.map((detail) => ['geo-error', expect.objectContaining(detail)]));

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
    const { input, page, told, expectAttribute, expectRead } = field;
    await expectRead(SENT, {});
    await choose(field, 'tokyo');
    await expectRead(SENT, { city: 'JPN_Tokyo' });
    await input.press('Enter');
    await input.press('Backspace');
    await expectRead(SENT, {});
    await expectRead('field.selected', null);
    await page.getByRole('button', { name: 'Send' }).focus();
    const types = (await told()).map(([type]) => type);
    expect(types).toEqual(['geo-select', 'change', 'submit', 'change']);
    await expectRead('field.validity.badInput', true);
    await expectAttribute('aria-invalid', 'true');
  });

  test('other fields of the choice are sent on request, restored by the browser, and cleared on reset', async () => {
    const field = await stage.open(formWith('fields="name latitude  longitude region_name"'));
    const { page, read, expectRead } = field;
    const sent = { city: 'USA_Springfield_Illinois', city_name: 'Springfield', city_region_name: 'Illinois', city_latitude: '39.80172', city_longitude: '-89.64371' }; // prettier-ignore
    await choose(field, 'springfield, il');
    await expectRead(SENT, sent);
    await page.getByRole('button', { name: 'Reset' }).click();
    await field.expectText('');
    await expectRead(SENT, {});
    await read("field.formStateRestoreCallback('USA_Springfield_Illinois', 'restore')");
    await field.expectText('Springfield, Illinois');
    await expectRead(SENT, sent);
    await read("(field.removeAttribute('fields'), field.value = 'FRA_Paris')");
    await expectRead(SENT, { city: 'FRA_Paris' });
  });

  test('fields are empty until the value is looked up', async () => {
    const { page, read, expectRead } = await stage.open(formWith('fields=" name population "'));
    const letGo = await hold(page, /findByIds/);
    await read("(field.value = 'JPN_Tokyo')");
    await expectRead(SENT, { city: 'JPN_Tokyo', city_name: '', city_population: '' });
    await letGo();
    await eventually(async () => {
      expect(await read(SENT)).toMatchObject({ city: 'JPN_Tokyo', city_name: 'Tokyo' });
    });
  });

  test('a required field is shown as invalid until something is chosen', async () => {
    const field = await stage.open(formWith('required'), { lang: 'fr' });
    const { page, read, told, expectAttribute, expectRead, expectTold } = field;
    const send = page.getByRole('button', { name: 'Send' });
    await send.click();
    await expectTold([]);
    await expectAttribute('aria-required', 'true');
    await expectAttribute('aria-invalid', 'true');
    await expectRead('field.validity.valueMissing', true);
    await expectRead('field.validationMessage', 'Choisissez une entrée de la liste.');
    await expectRead('field.shadowRoot.activeElement === input', true);
    await read("field.setAttribute('required-message', 'City, please')");
    await expectRead('field.validationMessage', 'City, please');
    await choose(field, 'tokyo');
    await expectAttribute('aria-invalid', 'false');
    await send.click();
    expect((await told()).at(-1)).toEqual(['submit', null]);
  });

  test('a value is looked up, and returns on reset', async () => {
    const field = await stage.open(formWith('value="JPN_Tokyo"'));
    const { input, page, expectRead, expectTold } = field;
    await field.expectText('Tokyo');
    await expectRead('field.selected.country_id', 'JPN');
    await expectTold([]);
    await input.fill('');
    await choose(field, 'london');
    await expectRead(SENT, { city: 'GBR_London' });
    await page.getByRole('button', { name: 'Reset' }).click();
    await field.expectText('Tokyo');
    await expectRead(SENT, { city: 'JPN_Tokyo' });
  });

  test('a label names the field and focuses it. A disabled fieldset disables it', async () => {
    const { input, page, read, expectRead } = await stage.open(formWith('required'));
    await page.getByRole('combobox', { name: 'City' }).waitFor();
    await page.getByText('City').click();
    await expectRead('document.activeElement === field', true);
    await read("(document.querySelector('fieldset').disabled = true)");
    await eventually(async () => {
      expect(await input.isDisabled()).toBe(true);
    });
    await expectRead('field.form.checkValidity()', true);
  });
});

describe('scripts and frameworks', () => {
  test('a value is set before or after the script is loaded. An unknown one is reported', async () => {
    const field = await stage.open('<main></main>' + cityWith());
    // An element of a document without a window is upgraded when it is moved into a page.
    await field.read(`(() => {
      const early = document.implementation.createHTMLDocument().createElement('geo-autocomplete');
      Object.assign(early, { value: 'JPN_Tokyo', token: 'dev-public', label: 'Early' });
      field.replaceWith(early);
    })()`);
    await field.expectText('Tokyo');
    await field.read("(field.value = 'FRA_Paris')");
    await field.expectText('Paris, Île-de-France');
    await field.read("(field.value = 'FRA_Atlantis')");
    await expectFailures(field, {
      code: 'not_found',
      message: 'No entity has the id FRA_Atlantis.',
    });
    await field.expectRead('field.value', '');
    await field.expectText('');
  });

  test('the same value at every rendering does not disturb typing', async () => {
    const field = await stage.open(cityWith());
    await field.input.pressSequentially('lon');
    await field.read("(field.value = '')");
    await expectFirst(field, 'London');
    await field.expectText('lon');
    await field.input.press('Escape');
    await field.input.blur();
    await field.read("(field.value = '')");
    await field.expectText('');
  });

  test('null, undefined and removed attributes mean defaults', async () => {
    const { input, names, read, expectTold } = await stage.open(cityWith('url="/" limit="3"'));
    await read('Object.assign(field, { value: null, resource: undefined, debounceMs: null })');
    await read("['url', 'limit', 'label'].forEach((name) => field.removeAttribute(name))");
    await input.pressSequentially('lon');
    await eventually(async () => {
      expect(await names()).toHaveLength(8);
    });
    await expectTold([]);
  });
});

describe('failures', () => {
  const UNAVAILABLE = 'Search is not available right now. Keep typing to try again.';

  test('a service that does not answer is reported. Typing on tries again', async () => {
    const field = await stage.open(cityWith());
    const { input, options, page, status, expectStatus } = field;
    await page.route(LOOKUPS, (route) => route.abort());
    await input.pressSequentially('lo');
    await expectStatus(UNAVAILABLE);
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
    const field = await stage.open(cityWith());
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
    await page.clock.fastForward(55_000);
    expect(tokens()).toHaveLength(1);
    await page.clock.fastForward(6_000);
    await expectFirst(field, 'London');
    expect(tokens()).toEqual(['l', 'london']);
  });

  test('a field that is left does not wait for a long Retry-After', async () => {
    const field = await stage.open(cityWith());
    const { input, page, tokens, expectIdle } = field;
    await page.clock.install();
    const headers = { 'Retry-After': '60' };
    await page.route(/findByName/, (route) => route.fulfill({ status: 503, headers }));
    await input.press('l');
    await page.clock.runFor(100);
    await expectFailures(field, { status: 503 });
    await input.fill('london');
    await input.blur();
    await page.clock.fastForward(70_000);
    expect(tokens()).toEqual(['l']);
    await expectIdle();
  });

  test('a rejected token is reported each time, and logged once. Another one works at once', async () => {
    const field = await stage.open(
      '<geo-autocomplete label="City" token="wrong"></geo-autocomplete>',
    );
    const { input, page, read, expectStatus } = field;
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
    await expectStatus(UNAVAILABLE);
    await read("(field.token = 'dev-public')");
    await input.press('n');
    await expectFirst(field, 'London');
  });

  test.each([
    [502, '<html>'],
    [200, { ok: true }],
    [200, { status: 'ok' }],
  ])('an answer of another server, %i with %j, is a failure', async (status, json) => {
    const field = await stage.open(cityWith());
    await field.page.route(LOOKUPS, (route) => route.fulfill({ status, json }));
    await field.input.press('l');
    await expectFailures(field, { code: 'unavailable', status });
    await field.expectIdle();
  });

  test('names are text, and are not shown again when they may not be cached', async () => {
    const field = await stage.open(cityWith());
    const { input, names, page, expectOptions, expectStatus } = field;
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
    await expectStatus(UNAVAILABLE);
    await expectOptions(0);
  });

  test('a value that cannot be looked up stays, and is looked up when the field is entered', async () => {
    const field = await stage.open(cityWith());
    await field.page.route(LOOKUPS, (route) => route.abort());
    await field.read("(field.value = 'JPN_Tokyo')");
    await field.expectText('JPN_Tokyo');
    await field.expectRead('field.value', 'JPN_Tokyo');
    await field.page.unroute(LOOKUPS);
    await field.input.focus();
    await field.expectText('Tokyo');
  });
});
