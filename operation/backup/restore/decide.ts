import type { MarkerDocument } from '../../../indices/markers.js';
import { builtMarker, type BuiltMarker } from '../entry.js';

export interface Circumstances {
  /** The live markers are in the very index that the backup was taken from. */
  isSameIndex: boolean;
  /** Build again what was cleared since the backup. */
  rebuild: boolean;
}

/**
 * Decides on a built marker of a backup beside the live one: the newest season wins, and of equal
 * ones the live one. What is not built in the index that the backup was taken from was cleared since,
 * and stays so unless a person says otherwise.
 */
export function decide(
  backup: BuiltMarker,
  live: MarkerDocument | undefined,
  { isSameIndex, rebuild }: Circumstances,
): 'write' | 'same' | 'newer' | 'cleared' {
  const now = live && builtMarker(live);
  if (now === undefined) return isSameIndex && !rebuild ? 'cleared' : 'write';
  if (now.season < backup.season) return 'write';
  const isSame =
    now.season === backup.season && now.icon === backup.icon && now.skin === backup.skin;
  return isSame ? 'same' : 'newer';
}
