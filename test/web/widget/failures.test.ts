import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../eventually.js';
import { type Stage, startStage } from './field.js';

const CITY = '<geo-autocomplete label="City" token="dev-public"></geo-autocomplete>';
const UNAVAILABLE = 'Search is not available just now. Type on to try again.';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

const isByName = ({ pathname }: URL): boolean => pathname === '/cities/findByName';

test('a service that is away is told of, and found again by typing on', async () => {
  const { input, names, page, status, told } = await stage.open(CITY);
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
  await page.close();
});

test('it is asked again when it says, and not before', async () => {
  const { input, names, page, told } = await stage.open(CITY);
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
  await page.close();
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
  expect(errors).toEqual([expect.stringMatching(/401 unauthorized: .* Check its attributes/)]);
  expect(await status.innerText()).toBe(UNAVAILABLE);
  await page.close();
});

test('another token takes effect at once', async () => {
  const { input, names, page, read, told } = await stage.open(
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
  await page.close();
});

test('an answer that is none, as of a proxy, is a failure', async () => {
  const { input, page, told } = await stage.open(CITY);
  stage.front.intercept = () => ({ status: 502, body: '<html>' });
  await input.press('l');
  await eventually(async () => {
    expect(await told()).toContainEqual([
      'geo-error',
      expect.objectContaining({ code: 'unavailable', status: 502 }),
    ]);
  });
  await page.close();
});

test('so is a success without data, as of another service', async () => {
  const { input, page, read, told } = await stage.open(CITY);
  stage.front.intercept = () => ({ status: 200, body: { ok: true } });
  await input.press('l');
  await eventually(async () => {
    expect(await told()).toContainEqual([
      'geo-error',
      expect.objectContaining({ code: 'unavailable', status: 200 }),
    ]);
  });
  expect(await read("field.shadowRoot.querySelector('.busy')")).toBeNull();
  await page.close();
});

test('what may not be kept is not shown again to who comes back', async () => {
  const { input, options, page, status } = await stage.open(CITY);
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
  await page.close();
});

test('a value that cannot be looked up stays, and is looked up when the field is entered', async () => {
  let isAway = true;
  const { input, page, read } = await stage.open(CITY);
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
  await page.close();
});

test('codes stand in for names of countries that are not there', async () => {
  const { input, options, page } = await stage.open(CITY);
  stage.front.intercept = (lookup) => (isByName(lookup) ? undefined : 'cut');
  await input.pressSequentially('london');
  await options.first().waitFor();
  expect(await options.first().innerText()).toMatch(/England, GBR$/);
  await page.close();
});
