import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { silentProgress } from '../../../core/cli/progress.js';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { acquireLocks } from '../../../ingest/generations/lock.js';
import { builtInPrefix, createTestClient, startApi } from '../../support/api.js';
import { violations } from '../../pages/browser.js';
import { useExplorer } from './explorerPage.js';

const stage = useExplorer();

test('the page opens while cities and lands are missing, shows how far they are, and fills without being loaded again', async () => {
  const client = createTestClient();
  const indexPrefix = `t${randomBytes(5).toString('hex')}`;
  /** Makes the built-in generations live here, too. */
  const promote = async (...resources: string[]): Promise<void> => {
    const found = await client.indices.getAlias({
      name: resources.map((resource) => liveAlias(builtInPrefix(), resource)),
    });
    const add = Object.entries(found).flatMap(([index, { aliases }]) =>
      Object.keys(aliases).map((alias) => ({
        add: { index, alias: alias.replace(builtInPrefix(), indexPrefix) },
      })),
    );
    await client.indices.updateAliases({ actions: add });
  };
  await promote('countries');
  const api = await startApi({ indexPrefix });
  const progress = { ...silentProgress, of: () => ({ share: 0.417, secondsLeft: 40 }) };
  const ingest = (resource: string) =>
    acquireLocks({ client, indexPrefix }, [resource], { progress });
  try {
    const cities = await ingest('cities');
    const { address } = api;
    const fragment = '#map?country=CHE&lang=en';
    const { page, panel, faults } = await stage.open({ address, fragment });
    await panel.getByRole('heading', { name: 'Switzerland' }).waitFor();
    const bars = page.locator('.filling li');
    await bars.getByText('Cities are being ingested: 41 %. About 40 s left.').waitFor();
    await page.getByRole('progressbar', { name: /^cities/ }).waitFor();
    const value = "document.querySelector('.filling progress').value";
    expect(await page.evaluate(value)).toBe(0.417);
    await bars.filter({ hasText: 'lands' }).getByText('Not started.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.evaluate('window.isTheSame = true');

    await promote('cities', 'regions');
    await cities.release();
    const lands = await ingest('lands');
    await panel.getByText('Basel').first().waitFor();
    await bars.getByText('Lands are being ingested: 41 %').waitFor();
    expect(await bars.filter({ hasText: 'cities' }).count()).toBe(0);

    await page.evaluate("location.hash = '#map?at=46.2044,6.1432&lang=en'");
    await promote('lands', 'places', 'markers', 'builds');
    await lands.release();
    await panel.getByText('CHE_Geneva').first().waitFor();
    await panel.getByRole('term').filter({ hasText: 'Altitude' }).waitFor();
    await page.locator('.filling').waitFor({ state: 'detached' });
    expect(await page.evaluate('window.isTheSame')).toBe(true);
    expect(faults).toEqual([]);
  } finally {
    await api.stop();
    const mine = await client.indices.getAlias({ name: `${indexPrefix}-*` });
    const actions = Object.keys(mine).map((index) => ({
      remove: { index, alias: `${indexPrefix}-*` },
    }));
    await client.indices.updateAliases({ actions });
    await client.indices.delete({ index: `${indexPrefix}-ingestions` });
    await client.close();
  }
});
