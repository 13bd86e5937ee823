import { describe, expect, test } from '@jest/globals';
import { eventually, hold } from '../browser.js';
import { cityWith, expectFirst, type Field, useStage } from './field.js';

const stage = useStage();

/** Records type, value and flags of the events of the element, in their order. */
async function record({ read }: Field): Promise<() => Promise<unknown[]>> {
  await read(`(() => {
    window.sent = [];
    for (const type of ['geo-select', 'input', 'change'])
      field.addEventListener(type, (event) =>
        window.sent.push([type, field.value, event.bubbles, event.composed]));
  })()`);
  return () => read('window.sent.splice(0)');
}

async function choose(field: Field, typed: string, first: string): Promise<void> {
  await field.input.fill(typed);
  await expectFirst(field, first);
  await field.input.press('Enter');
}

describe('events', () => {
  test('a choice is reported by input and change, as a select reports it', async () => {
    const field = await stage.open(cityWith());
    const sent = await record(field);
    await choose(field, 'madrid', 'Madrid');
    expect(await sent()).toEqual([
      ['input', '', true, true],
      ['geo-select', 'ESP_Madrid', true, true],
      ['input', 'ESP_Madrid', true, true],
      ['change', 'ESP_Madrid', true, false],
    ]);
    // The same events of a real select.
    await field.read(`(() => {
      document.body.insertAdjacentHTML('beforeend', '<select><option>a<option>b</select>');
      const select = document.querySelector('select');
      window.native = [];
      for (const type of ['input', 'change'])
        select.addEventListener(type, (event) => window.native.push([type, event.bubbles, event.composed]));
    })()`);
    await field.page.locator('select').focus();
    await field.page.keyboard.press('b');
    await field.expectRead('window.native', [
      ['input', true, true],
      ['change', true, false],
    ]);
    // Setting a value from outside is not reported, as in a select.
    await field.read("(field.value = 'FRA_Paris')");
    await field.read("(field.value = '')");
    await field.expectText('');
    expect(await sent()).toEqual([]);
  });

  test('so is a name that is completed when the field is left, and a city that its country excludes', async () => {
    const field = await stage.open(cityWith());
    const sent = await record(field);
    await field.input.fill('madrid');
    await field.options.first().waitFor();
    await field.input.blur();
    const types = (await sent()).map((each) => (each as [string])[0]);
    expect(types).toEqual(['input', 'geo-select', 'input', 'change']);
    await field.read("(field.country = 'FRA')");
    await field.expectRead('window.sent', [
      ['input', '', true, true],
      ['change', '', true, false],
    ]);
  });
});

describe('the button to clear', () => {
  test('is shown beside a text, clears it, and keeps the focus', async () => {
    const field = await stage.open(`${cityWith()}<button id="next">Next</button>`, { lang: 'de' });
    const { input, page, read, expectText, expectRead } = field;
    const button = page.getByRole('button', { name: 'Löschen' });
    expect(await button.isVisible()).toBe(false);
    const sent = await record(field);
    await choose(field, 'madrid', 'Madrid');
    await sent();
    const [box, around] = [await button.boundingBox(), await input.boundingBox()];
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeCloseTo((around?.x ?? 0) + (around?.width ?? 0));
    await input.press('Tab');
    await expectRead('document.activeElement.id', 'next');
    await button.click();
    expect(await sent()).toEqual([
      ['input', '', true, true],
      ['change', '', true, false],
    ]);
    expect([await input.inputValue(), await button.isVisible()]).toEqual(['', false]);
    await expectRead('field.shadowRoot.activeElement === input', true);
    await choose(field, 'madrid', 'Madrid');
    await sent();
    // It may be meant for a dialog around the field.
    await input.press('Escape');
    expect(await sent()).toEqual([]);
    await expectRead('field.value', 'ESP_Madrid');
    await read('(field.disabled = true)');
    await expectText(/^Madrid/);
    await button.waitFor({ state: 'hidden' });
  });
});

describe('a wrong text', () => {
  test('is explained in words once the field is left', async () => {
    const field = await stage.open(`<form>${cityWith()}<button>Send</button></form>`, {
      lang: 'fr',
    });
    const { input, page, read, expectAttribute, expectRead } = field;
    const sentence = page.getByText('Choisissez une entrée de la liste.');
    await input.fill('madri');
    await field.options.first().waitFor();
    await input.press('Escape');
    expect(await sentence.count()).toBe(0);
    // The sentence moves the button down, which is clicked all the same.
    await read(`document.querySelector('button').addEventListener('click', (event) => {
      event.preventDefault();
      window.isClicked = true;
    })`);
    await read("(field.style.display = 'block')");
    await page.getByRole('button', { name: 'Send' }).hover();
    await page.mouse.down();
    expect(await sentence.count()).toBe(0);
    await page.mouse.up();
    await sentence.waitFor();
    await expectRead('window.isClicked', true);
    await expectAttribute('aria-invalid', 'true');
    const described = await read<string>(
      "field.shadowRoot.getElementById(input.getAttribute('aria-describedby')).innerText",
    );
    expect(described).toBe('Choisissez une entrée de la liste.');
    await read("field.setAttribute('required-message', 'Une ville, svp')");
    await page.getByText('Une ville, svp').waitFor();
    await choose(field, 'madrid', 'Madrid');
    expect(await page.getByText('Une ville, svp').count()).toBe(0);
    await expectAttribute('aria-describedby', null);
  });
});

test('a text is not called wrong while its search runs, nor is a new one after it was cleared', async () => {
  const field = await stage.open(cityWith());
  const { input, page, expectRead } = field;
  const sentence = page.getByText('Choose an entry from the list.');
  const leave = async (text: string): Promise<() => Promise<void>> => {
    const letGo = await hold(page, /findByName/);
    await input.fill(text);
    await eventually(() => {
      expect(field.tokens().at(-1)).toBe(text);
    });
    await input.blur();
    return letGo;
  };
  let letGo = await leave('madri');
  expect([await sentence.count(), await input.getAttribute('aria-invalid')]).toEqual([0, 'false']);
  await letGo();
  await sentence.waitFor();
  await page.locator('[part=clear]').click();
  await input.pressSequentially('m');
  expect(await sentence.count()).toBe(0);
  letGo = await leave('madrid');
  expect(await sentence.count()).toBe(0);
  await letGo();
  await expectRead('field.value', 'ESP_Madrid');
  expect(await sentence.count()).toBe(0);
});

test('Escape closes a message before it clears the text', async () => {
  const { input, status, expectText, expectStatus } = await stage.open(cityWith());
  await input.fill('qqqqqqqq');
  await eventually(async () => {
    expect(await status.innerText()).not.toBe('');
  });
  await input.press('Escape');
  await expectStatus('');
  await expectText('qqqqqqqq');
  await input.press('Escape');
  await expectText('');
});

test('autocomplete is the choice of the page', async () => {
  const { read, expectAttribute } = await stage.open(cityWith());
  await expectAttribute('autocomplete', 'off');
  await read("field.setAttribute('autocomplete', 'address-level2')");
  await expectAttribute('autocomplete', 'address-level2');
  await read("field.removeAttribute('autocomplete')");
  await expectAttribute('autocomplete', 'off');
});

describe('after an outage', () => {
  const UNAVAILABLE = /^Search is not available right now/;

  /** Types while the service is away, and waits until that is shown. */
  async function openAway(typed: string): Promise<Field> {
    const field = await stage.open(cityWith());
    const { input, page, expectStatus } = field;
    await page.clock.install();
    await page.route(/findByName/, (route) => route.abort());
    await input.fill(typed);
    await page.clock.runFor(100);
    await expectStatus(UNAVAILABLE);
    return field;
  }

  test('a field with the focus searches again by itself', async () => {
    const field = await openAway('londo');
    const { page, tokens, told, expectStatus } = field;
    await page.clock.runFor(500);
    await eventually(() => {
      expect(tokens().length).toBeGreaterThan(1);
    });
    await expectStatus(UNAVAILABLE);
    await page.unroute(/findByName/);
    const { length } = tokens();
    await eventually(async () => {
      if (tokens().length === length) await page.clock.fastForward(1_000);
      expect(tokens().length).toBeGreaterThan(length);
    });
    // From here on the time goes on by itself, so that the search has all of it.
    await eventually(async () => {
      expect((await field.names())[0]).toBe('London');
    });
    expect(new Set(tokens())).toEqual(new Set(['londo']));
    expect((await told()).map(([type]) => type)).toEqual(['geo-error']);
  });

  test('a field that is left does not, and the retries end', async () => {
    const field = await openAway('londo');
    const { page, input, tokens } = field;
    await eventually(async () => {
      await page.clock.fastForward(31_000);
      expect(tokens()).toHaveLength(11);
    });
    for (let turn = 0; turn < 5; turn += 1) await page.clock.fastForward(31_000);
    expect(tokens()).toHaveLength(11);
    await input.press('n');
    await page.clock.fastForward(31_000);
    await eventually(() => {
      expect(tokens().length).toBeGreaterThan(11);
    });
    await input.blur();
    const { length } = tokens();
    for (let turn = 0; turn < 5; turn += 1) await page.clock.fastForward(31_000);
    expect(tokens()).toHaveLength(length);
  });

  test('a mistake of the page is not retried', async () => {
    const field = await stage.open('<geo-autocomplete label="City" token="wrong"></geo-autocomplete>'); // prettier-ignore
    await field.page.clock.install();
    await field.input.fill('l');
    await eventually(async () => {
      await field.page.clock.runFor(100);
      expect(await field.status.innerText()).toMatch(UNAVAILABLE);
    });
    await field.page.clock.fastForward(120_000);
    expect(field.tokens()).toEqual(['l']);
  });
});
