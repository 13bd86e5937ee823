import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkCounts } from '../../../../ingest/lands/gate.js';
import { landResource } from '../../../../ingest/lands/resource.js';
import { drawnCountry, realCountries } from '../../../support/landTerritories.js';
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
    const countries = ['AND', 'FR', 'ZZZ'];
    await expect(landResource(sandbox, { countries })).rejects.toThrow(/no country FR, ZZZ/);
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
  test('wants lands at all', () => {
    expect(checkCounts(new Map(), [])).toEqual(['there are no lands']);
  });

  test('wants lands of every chosen country', async () => {
    const counts = new Map([['AND', 1]]);
    expect(checkCounts(counts, ['AND'])).toEqual([]);
    expect(checkCounts(counts, ['AND', 'FRA', 'LUX'])).toEqual(['there are no lands of FRA, LUX']);
    const none = drawnCountry('LUX', [[[6, 49], [6.000_01, 49], [6, 49.000_01]]]).territory; // prettier-ignore
    const world = () => [none, ...realCountries(['LIE']).map(({ territory }) => territory)];
    await sandbox.ingest(citiesOf([{}]));
    const resource = await landResource(sandbox, { ...UNKNOWN_TERRAIN, countries: ['LIE', 'SMR'], world }); // prettier-ignore
    await expect(sandbox.ingest(resource)).rejects.toThrow('there are no lands of SMR');
  });
});
