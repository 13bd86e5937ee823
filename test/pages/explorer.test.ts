import { expect, test } from '@jest/globals';
import { findOption, useExplorer } from '../browsers/explorer/explorerPage.js';
import { violations } from './browser.js';

const stage = useExplorer();

test('the explorer finds a city and shows what is there', async () => {
  const { page, panel, search, faults } = await stage.open({ fragment: '#map?lang=en' });
  await panel.getByRole('heading', { name: /^Look up/ }).waitFor();
  await (await findOption({ page, search }, 'genev', /^Geneva/)).click();
  await panel.getByRole('heading', { name: 'Geneva, Switzerland' }).waitFor();
  await panel.getByText('CHE_Geneva').first().waitFor();
  await panel.locator('dt', { hasText: 'Altitude' }).waitFor();
  await page.waitForURL(/at=46\.20\d*,6\.14\d*/);
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});
