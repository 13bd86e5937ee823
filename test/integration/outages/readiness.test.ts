import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { markers } from '../../../indices/markers.js';
import { places } from '../../../indices/places.js';
import { liveAlias } from '../../../elasticsearch/names.js';
import { checkReadiness } from '../../../src/store/readiness.js';
import { type OwnDocuments, storeDocuments } from '../../support/ownDocuments.js';

let own: OwnDocuments;
beforeAll(async () => {
  own = await storeDocuments({});
});
afterAll(() => own.remove());

const check = (indexPrefix = own.indexPrefix) =>
  checkReadiness(own.client, indexPrefix, [places, markers]);

test('a closed index can be replaced, but not that of the markers', async () => {
  expect(await check()).toEqual([]);
  for (const { resource } of [places, markers])
    await own.client.indices.close({ index: liveAlias(own.indexPrefix, resource) });
  expect(await check()).toEqual([
    {
      path: 'places',
      message:
        'The live index is closed. Open it, or run `npm run ingest -- places` with `--allow-shrink`.',
    },
    { path: 'markers', message: 'The live index is closed. Open it.' },
  ]);
});

test('what has not been ingested can be', async () => {
  expect(await check(`${own.indexPrefix}-other`)).toEqual([
    { path: 'places', message: 'Nothing is live. Run `npm run ingest -- places`.' },
    { path: 'markers', message: 'Nothing is live. Run `npm run ingest -- markers`.' },
  ]);
});
