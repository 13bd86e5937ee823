import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Client } from '@elastic/elasticsearch';
import type { MarkerDocument } from '../../../indices/markers.js';
import { build, clear } from '../../../src/markers/state.js';
import type { ChangeBuild } from '../../../src/markers/routes.js';
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

const changesBy = (client: Client): ChangeBuild => createChanges(client, own.aliases, TIMEOUT_MS);
/** After the process has read, and before it writes. */
const BULK = '/_bulk';

const older = { season: 7, icon: 1, skin: '' };

test('what another process wrote between read and write is judged, not overwritten', async () => {
  beforeRequest(held, BULK, () =>
    changesBy(own.client)(marker.id, (...before) => build(...before, later)),
  );
  const write = changesBy(held)(marker.id, (...before) => build(...before, older));
  await expect(write).rejects.toMatchObject({ status: 409, code: 'stale_season' });
  expect(await own.stored(marker.id)).toEqual({ ...marker, ...later });
});

test('of two processes that clear one build, both are acknowledged', async () => {
  await changesBy(own.client)(other.id, (...before) => build(...before, later));
  beforeRequest(held, BULK, () => changesBy(own.client)(other.id, clear));
  await changesBy(held)(other.id, clear);
  expect(await own.stored(other.id)).toBeUndefined();
});

test('a deletion of nothing does not delete what another process builds before it arrives', async () => {
  beforeRequest(held, BULK, () =>
    changesBy(own.client)(other.id, (...before) => build(...before, later)),
  );
  await changesBy(held)(other.id, clear);
  expect(await own.stored(other.id)).toEqual({ ...other, ...later });
});

test('a build that is cleared between read and write is made anew, also in an older season', async () => {
  await changesBy(own.client)(other.id, (...before) => build(...before, later));
  beforeRequest(held, BULK, () => changesBy(own.client)(other.id, clear));
  await changesBy(held)(other.id, (...before) => build(...before, { ...later, icon: 3 }));
  expect(await own.stored(other.id)).toEqual({ ...other, ...later, icon: 3 });
});

test('a build cleared without a refresh by another process is gone for searches, too', async () => {
  await changesBy(own.client)(other.id, (...before) => build(...before, later));
  await own.client.delete({ index: own.aliases.written, id: other.id, refresh: false });
  await changesBy(held)(other.id, clear);
  const query = { ids: { values: [other.id] } };
  expect((await own.client.count({ index: own.aliases.written, query })).count).toBe(0);
});
