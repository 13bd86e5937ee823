import type { Client } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import type { MarkerDocument } from '../../../../indices/markers.js';
import { silentProgress } from '../../../../core/cli/progress.js';
import { changedPlaces, isBuilt, vanishedMarkers } from '../../../../ingest/markers/comparison.js';

const documentOf = (id: string): MarkerDocument => ({ id, land_id: 'land', location: [2, 48] });

interface Search {
  index: string;
  _source: string[];
  query?: { ids: { values: string[] } };
}

/** Compares documents of two indices. */
async function compared(places: readonly MarkerDocument[], markers: readonly MarkerDocument[]) {
  const client = {
    count: () => Promise.resolve({ count: places.length }),
    search: ({ index, _source: fields, query }: Search) => {
      const documents = index === 'places' ? places : markers;
      const wanted = documents.filter(({ id }) => query?.ids.values.includes(id) ?? true);
      const hits = wanted.map((document) => {
        const members = Object.entries(document).filter(([name]) => (fields as unknown) !== false && fields.includes(name)); // prettier-ignore
        return { _id: document.id, _source: Object.fromEntries(members), _seq_no: 7, _primary_term: 1 }; // prettier-ignore
      });
      return Promise.resolve({ hits: { hits } });
    },
  } as unknown as Client;
  const comparison = { client, places: 'places', markers: 'markers', progress: silentProgress };
  const found: string[] = [];
  for await (const { base, marker } of changedPlaces(comparison))
    found.push(`${marker ? 'changed' : 'missing'} ${base.id}`);
  for await (const { id, version } of vanishedMarkers(comparison)) {
    expect(version).toEqual({ if_seq_no: 7, if_primary_term: 1 });
    found.push(`vanished ${id}`);
  }
  return found;
}

const all = (ids: string) => Array.from(ids, documentOf);

test.each([
  ['', '', []],
  ['ab', '', ['missing a', 'missing b']],
  ['', 'ab', ['vanished a', 'vanished b']],
  ['ab', 'ba', []],
  ['bd', 'abcde', ['vanished a', 'vanished c', 'vanished e']],
  ['～😀', '😀', ['missing ～']],
])('places %j, markers %j', async (places, markers, expected) => {
  expect(await compared(all(places), all(markers))).toEqual(expected);
});

test.each<[string, Partial<MarkerDocument>, string[]]>([
  ['built states do not count', { season: 3, icon: 1, skin: '' }, []],
  ['latitude', { location: [2, 48.0000001] }, ['changed a']],
  ['longitude', { location: [-2, 48] }, ['changed a']],
  ['land', { land_id: 'other' }, ['changed a']],
])('what makes a difference: %s', async (_, change, expected) => {
  expect(await compared(all('a'), [{ ...documentOf('a'), ...change }])).toEqual(expected);
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
