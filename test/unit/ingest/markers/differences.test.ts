import { expect, test } from '@jest/globals';
import type { MarkerDocument } from '../../../../indices/markers.js';
import { differences, isBuilt } from '../../../../ingest/markers/comparison.js';

const documentOf = (id: string, latitude = 48): MarkerDocument => ({
  id,
  land_id: `land ${latitude}`,
  location: [2, latitude],
});

async function* stored(documents: readonly MarkerDocument[]) {
  for (const document of documents) {
    await Promise.resolve();
    const version = { if_seq_no: 1, if_primary_term: 1 };
    yield { id: document.id, document, version };
  }
}

/** Kind and id of every difference. */
async function compared(
  places: readonly MarkerDocument[],
  markers: readonly MarkerDocument[],
): Promise<string[]> {
  const found: string[] = [];
  for await (const difference of differences(stored(places), stored(markers))) {
    const { id } = difference.kind === 'vanished' ? difference.marker : difference.base;
    found.push(`${difference.kind} ${id}`);
  }
  return found;
}

const all = (ids: string) => Array.from(ids, (id) => documentOf(id));

test.each([
  ['', '', []],
  ['ab', '', ['missing a', 'missing b']],
  ['', 'ab', ['vanished a', 'vanished b']],
  ['ab', 'ab', ['equal a', 'equal b']],
  ['bd', 'abcde', ['vanished a', 'equal b', 'vanished c', 'equal d', 'vanished e']],
  ['abcde', 'bd', ['missing a', 'equal b', 'missing c', 'equal d', 'missing e']],
  // In the order of UTF-8, which is not that of UTF-16.
  ['～😀', '😀', ['missing ～', 'equal 😀']],
  ['ac', 'bd', ['missing a', 'vanished b', 'missing c', 'vanished d']],
])('places %j, markers %j', async (places, markers, expected) => {
  expect(await compared(all(places), all(markers))).toEqual(expected);
});

test.each<[string, Partial<MarkerDocument>, string]>([
  ['built states do not count', { season: 3, icon: 1, skin: '' }, 'equal'],
  ['latitude', { location: [2, 48.0000001] }, 'moved'],
  ['longitude', { location: [-2, 48] }, 'moved'],
  ['land', { land_id: 'other' }, 'moved'],
])('what makes a difference: %s', async (_, change, kind) => {
  expect(await compared(all('a'), [{ ...documentOf('a'), ...change }])).toEqual([`${kind} a`]);
});

test('what is not ordered is refused, before anything counts as vanished', async () => {
  await expect(compared(all('ba'), all('ab'))).rejects.toThrow(
    'The places are not ordered by id: "a" comes after "b".',
  );
  await expect(compared(all('ab'), all('aab'))).rejects.toThrow(
    'The markers are not ordered by id: "a" comes after "a".',
  );
});

test.each([
  [undefined, undefined, false],
  [null, undefined, false],
  [0, undefined, true],
  [3, 3, true],
  [3, 4, false],
  [4, 3, true],
])('last built in season %p, it is season %p: built %p', (season, current, expected) => {
  const marker = season === undefined ? documentOf('a') : { ...documentOf('a'), season };
  expect(isBuilt(marker, current)).toBe(expected);
});
