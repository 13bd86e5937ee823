import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createSandbox, type Sandbox } from './sandbox.js';
import { citiesOf } from './sources.js';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const RUN_BEFORE = 'g20200101t000000000';

test('a run clears the remains of its own resource under its own prefix, and nothing else', async () => {
  const { client, indexPrefix } = sandbox;
  const remains = `${indexPrefix}-cities-${RUN_BEFORE}`;
  const others = [
    // The same resource under prefixes that begin with ours.
    `${indexPrefix}-cities-cities-${RUN_BEFORE}`,
    `${indexPrefix}-2-cities-${RUN_BEFORE}`,
    // Another resource, the registry of ids, and what people may call their own.
    `${indexPrefix}-countries-${RUN_BEFORE}`,
    `${indexPrefix}-city-ids-${RUN_BEFORE}`,
    `${indexPrefix}-cities-gold`,
    `${indexPrefix}-cities-${RUN_BEFORE}0`,
    `${indexPrefix}-cities-${RUN_BEFORE}-copy`,
    `${indexPrefix}-citiesx-${RUN_BEFORE}`,
  ];
  for (const index of [remains, ...others]) await client.indices.create({ index });

  const first = (await sandbox.ingest(citiesOf([{}]))).index;
  expect(sandbox.notes).toContain(`deleted ${remains}, which an unfinished run had left`);
  const kept = await sandbox.indices();
  expect(kept).toEqual(
    [...others, first, `${indexPrefix}-city-ids`, `${indexPrefix}-ingestions`].sort(),
  );

  const second = (await sandbox.ingest(citiesOf([{}]))).index;
  expect(await sandbox.indices()).toEqual([...kept, second].sort());
});

test('a closed remain is cleared, too', async () => {
  const index = `${sandbox.indexPrefix}-cities-${RUN_BEFORE}`;
  await sandbox.client.indices.create({ index });
  await sandbox.client.indices.close({ index });
  await sandbox.ingest(citiesOf([{}]));
  expect(await sandbox.indices()).not.toContain(index);
});
