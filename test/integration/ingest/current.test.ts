import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isCurrent } from '../../../ingest/generations/provenance.js';
import type { CityOptions } from '../../../ingest/cities/resource.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { citiesOf } from './sources.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox();
  expect(await isLive()).toBe(false);
  await sandbox.ingest(citiesOf([{}]));
});
afterAll(() => sandbox.remove());

/** What `--if-needed` asks. */
function isLive(options: CityOptions = {}, change: object = {}): Promise<boolean> {
  const { definition, recipe } = citiesOf([], options);
  const { client, indexPrefix } = sandbox;
  return isCurrent({ client, indexPrefix }, { definition: { ...definition, ...change }, recipe });
}

test('what is live is current for the version and the settings that made it', async () => {
  expect(await isLive()).toBe(true);
  expect(await isLive({ primaryMinimumPopulation: 100_000 })).toBe(true);
});

test('it is not for other settings, nor for another mapping', async () => {
  expect(await isLive({ primaryMinimumPopulation: 50_000 })).toBe(false);
  expect(await isLive({}, { mappings: { dynamic: false } })).toBe(false);
  expect(await isLive({}, { settings: { number_of_shards: 2 } })).toBe(false);
});
