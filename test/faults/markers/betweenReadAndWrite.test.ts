import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Client } from '@elastic/elasticsearch';
import type { MarkerDocument } from '../../../indices/markers.js';
import { build, clear } from '../../../src/markers/queries.js';
import { createChanges } from '../../../src/writes/changes.js';
import { createTestClient } from '../../support/api.js';
import { beforeRequest } from '../../support/interceptOnce.js';
import { rowOfMarkers, storeMarkers } from '../../support/ownDocuments.js';
import { untilEnd } from '../../support/each.js';

const TIMEOUT_MS = 30_000;
const [marker, other] = rowOfMarkers(2) as [MarkerDocument, MarkerDocument];
const later = { season: 8, icon: 2, skin: 'gold' };

/** Of the process that is held up. */
let held: Client;
const own = untilEnd(await storeMarkers([marker, other]));
beforeEach(() => {
  held = createTestClient();
});
afterEach(() => held.close());

const changesBy = (client: Client) => createChanges<MarkerDocument>(client, own.alias, TIMEOUT_MS);
/** After the process has read, and before it writes. */
const BULK = '/_bulk';

test('what another process wrote between read and write is judged, not overwritten', async () => {
  beforeRequest(held, BULK, () =>
    changesBy(own.client)(marker.id, (stored) => build(stored, later)),
  );
  const older = { season: 7, icon: 1, skin: '' };
  const write = changesBy(held)(marker.id, (stored) => build(stored, older));
  await expect(write).rejects.toMatchObject({ status: 409, code: 'stale_season' });
  expect(await own.stored(marker.id)).toEqual({ ...marker, ...later });
});

test('a marker removed between read and write is not made anew', async () => {
  beforeRequest(held, BULK, () => own.client.delete({ index: own.alias, id: other.id }));
  const write = changesBy(held)(other.id, (stored) => clear(stored));
  await expect(write).rejects.toMatchObject({ status: 404 });
  expect(await own.stored(other.id)).toBeUndefined();
});
