import { mapAsync } from 'es-toolkit/array';
import { PARQUET } from '../files/parts.js';
import { members, path, share } from '../files/rules.js';
import { type MappedSource, sourceList } from '../files/sourceList.js';
import { overturePlaces } from './overture.js';
import { mappedPlaces, severalPlaces } from './ownFiles.js';
import { PLACE_MAPPING, type PlaceSource } from './row.js';

/** The section of the sources file. */
export interface PlaceSources {
  from?: readonly ('built-in' | MappedSource | OvertureSource)[];
}

interface OvertureSource {
  overture: string;
  minimumConfidence?: number;
}

export const placeSection = members({
  from: sourceList(
    {
      overture: {
        overture: path('Places of Overture Maps, in GeoParquet', PARQUET).required(),
        minimumConfidence: share('Less certain ones are left out'),
      },
    },
    PLACE_MAPPING,
  ),
});

/**
 * Opens the places that a sources file names, one after the other.
 * @throws with what cannot be read
 */
export async function openPlaces(
  from: NonNullable<PlaceSources['from']> = ['built-in'],
  builtIn: () => PlaceSource,
): Promise<PlaceSource> {
  const open = async (each: (typeof from)[number]): Promise<PlaceSource> => {
    if (each === 'built-in') return builtIn();
    return 'file' in each
      ? await mappedPlaces(each.file, each.mapping)
      : await overturePlaces(each.overture, each);
  };
  return severalPlaces(await mapAsync(from, open, { concurrency: 1 }));
}
