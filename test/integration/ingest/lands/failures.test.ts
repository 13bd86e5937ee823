import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lands, type LandDocument } from '../../../../indices/lands.js';
import { checkCountries } from '../../../../ingest/lands/gate.js';
import { landResource } from '../../../../ingest/lands/resource.js';
import { UNKNOWN_TERRAIN } from '../../../support/unknownTerrain.js';
import { createSandbox, type Sandbox } from '../sandbox.js';
import { citiesOf } from '../sources.js';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox();
});
afterAll(() => sandbox.remove());

describe('before anything is written, an error tells', () => {
  test('to ingest cities first', async () => {
    await expect(landResource(sandbox)).rejects.toThrow(/`npm run ingest -- cities` first/);
  });

  test('which countries do not exist', async () => {
    const area = { countries: ['AND', 'FR', 'ZZZ'] };
    await expect(landResource(sandbox, { area })).rejects.toThrow(/no country FR, ZZZ/);
  });

  test('that the cities vanished meanwhile', async () => {
    await sandbox.ingest(citiesOf([{}]));
    const resource = await landResource(sandbox, UNKNOWN_TERRAIN);
    await sandbox.ingest(citiesOf([{}]));
    await sandbox.ingest(citiesOf([{}]));
    await expect(resource.begin(sandbox)).rejects.toThrow(
      /is gone: cities were ingested again meanwhile\. Start again/,
    );
  });
});

describe('the gate', () => {
  const land = { biome_percents: {} };
  let index: string;

  beforeAll(async () => {
    index = `${sandbox.indexPrefix}-gate`;
    await sandbox.client.indices.create({ index, mappings: lands.mappings });
  });

  async function put(id: string, document: Partial<LandDocument>): Promise<void> {
    await sandbox.client.index({ index, id, refresh: true, document: { ...land, ...document } });
  }

  test('wants lands at all', async () => {
    const complaints = await checkCountries(sandbox.client, index, []);
    expect(complaints).toEqual(['there are no lands']);
  });

  test('wants lands of every chosen country', async () => {
    await put('1', { country_id: 'AND' });
    expect(await checkCountries(sandbox.client, index, ['AND'])).toEqual([]);
    expect(await checkCountries(sandbox.client, index, ['AND', 'FRA', 'LUX'])).toEqual([
      'there are no lands of FRA, LUX',
    ]);
  });

  test('wants a country that exists for every land', async () => {
    await put('2', { country_id: 'ZZZ' });
    await put('3', {});
    expect(await checkCountries(sandbox.client, index, ['AND'])).toEqual([
      '1 lands have no country',
      'there is no country ZZZ',
    ]);
  });
});
