import { describe, expect, test } from '@jest/globals';
import { eventually, hold } from '../browser.js';
import { cityWith, expectFirst, useStage } from './field.js';

const stage = useStage();

describe('the country of cities', () => {
  const IN_COUNTRY = `${cityWith('id="city" country="land"')}
    <geo-autocomplete id="land" resource="countries" label="Land" token="dev-public"></geo-autocomplete>`;
  const LAND = "document.querySelector('#land')";

  test('is given by ids, for both kinds of match', async () => {
    for (const [attributes, id] of [
      ['country="USA, CAN"', 'CAN_London'],
      ['country="CAN" match="prefix"', 'CAN_London'],
    ] as const) {
      const field = await stage.open(cityWith(attributes));
      await field.input.pressSequentially('london');
      await expectFirst(field, 'London');
      await field.input.press('Enter');
      await field.expectRead('field.value', id);
    }
  });

  test('is that of another field. Another country clears a city that is not in it', async () => {
    const field = await stage.open(IN_COUNTRY);
    const { input, page, read, told, expectRead } = field;
    const land = page.getByRole('combobox', { name: 'Land' });
    const country = page.locator('#land').getByRole('option');
    const chooseCountry = async (name: string): Promise<void> => {
      await land.fill(name);
      await country.getByText(name).first().waitFor();
      await land.press('Enter');
    };
    await input.pressSequentially('paris');
    await expectFirst(field, 'Paris');
    await input.press('Enter');
    await expectRead('field.value', 'FRA_Paris');
    await chooseCountry('France');
    await expectRead(`${LAND}.value`, 'FRA');
    await expectRead('field.value', 'FRA_Paris');
    await chooseCountry('Canada');
    await eventually(async () => {
      expect(await read('field.value')).toBe('');
      expect(await input.inputValue()).toBe('');
    });
    expect((await told()).filter(([type]) => type === 'change')).toHaveLength(4);
    await input.fill('london');
    await expectFirst(field, 'London');
    await input.press('Enter');
    await expectRead('field.value', 'CAN_London');
    // Set by a script. Without a choice all countries count, as while the other field is missing.
    await read(`(${LAND}.value = '')`);
    await read(`(window.land = ${LAND}, window.land.remove(), field.requestUpdate())`);
    await read('field.updateComplete.then(() => document.body.append(window.land))');
    await expectRead('field.value', 'CAN_London');
    await read(`(${LAND}.value = 'GBR')`);
    await expectRead('field.value', '');
  });

  test.each(['lan', 'other', 'city'])(
    'is not read from the id "%s" of no field for countries',
    async (id) => {
      const field = await stage.open(
        `${cityWith(`id="city" country="${id}"`)} ${cityWith('id="other"')}`,
      );
      const { input, page, asked, expectTold } = field;
      const logged = page.waitForEvent('console');
      await input.pressSequentially('paris');
      await expectFirst(field, 'Paris');
      expect(asked.at(-1)?.searchParams.has('country_ids')).toBe(false);
      expect((await logged).text()).toContain(`country="${id}" is neither the id`);
      await expectTold([]);
    },
  );

  test('is not that of a field without an id, and an answer for an earlier one is dropped', async () => {
    const land = (attributes: string): string =>
      `<geo-autocomplete ${attributes} resource="countries" value="FRA" token="dev-public"></geo-autocomplete>`;
    const field = await stage.open(`${cityWith('value="GBR_London"')} ${land('')} ${land('id="land"')}`); // prettier-ignore
    const { input, page, read, asked, told, expectRead, expectIdle, expectTold, expectText } =
      field;
    await expectText('London, England');
    await expectRead('field.value', 'GBR_London');
    await read("field.setAttribute('country', 'land')");
    await expectTold([['change', null]]);
    const letGo = await hold(page, /cities.findByName/);
    await input.fill('paris');
    await eventually(() => {
      expect(asked.at(-1)?.searchParams.get('country_ids')).toBe('FRA');
    });
    await input.blur();
    await read(`(${LAND}.value = 'CAN')`);
    await letGo();
    await expectIdle();
    await expectRead('field.value', '');
    expect(await told()).toHaveLength(1);
  });

  test('is that of a field whose id looks like a code', async () => {
    const field = await stage.open(
      `${cityWith('country="LAN" value="GBR_London"')}
      <geo-autocomplete id="LAN" resource="countries" value="FRA" token="dev-public"></geo-autocomplete>`,
    );
    await field.expectTold([['change', null]]);
    await field.expectRead('field.value', '');
  });
});
