import { expect, test } from '@jest/globals';
import type { MarkerDocument } from '../../../../indices/markers.js';
import { decide } from '../../../../operation/backup/restore/decide.js';

const base: MarkerDocument = { id: 'a', land_id: '881fb46625fffff', location: [2, 48] };
const saved = { ...base, season: 7, icon: 1, skin: '' };

test.each<[string, MarkerDocument | undefined, string, string, string]>([
  ['not there', undefined, 'write', 'cleared', 'write'],
  ['not built', base, 'write', 'cleared', 'write'],
  ['cleared', { ...base, season: null, icon: null, skin: null }, 'write', 'cleared', 'write'],
  ['built in an older season', { ...saved, season: 6 }, 'write', 'write', 'write'],
  ['built as in the backup', saved, 'same', 'same', 'same'],
  ['built without a skin', { ...base, season: 7, icon: 1 }, 'same', 'same', 'same'],
  ['built otherwise in its season', { ...saved, icon: 2 }, 'newer', 'newer', 'newer'],
  ['built in a newer season', { ...saved, season: 8 }, 'newer', 'newer', 'newer'],
])('a marker that is %s', (_, live, elsewhere, inSameIndex, rebuilding) => {
  expect(decide(saved, live, { isSameIndex: false, rebuild: false })).toBe(elsewhere);
  expect(decide(saved, live, { isSameIndex: true, rebuild: false })).toBe(inSameIndex);
  expect(decide(saved, live, { isSameIndex: true, rebuild: true })).toBe(rebuilding);
});
