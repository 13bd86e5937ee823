import { mapAsync } from 'es-toolkit/array';
import Joi from 'joi';
import { members, path } from '../files/rules.js';
import { type DatedSource, type MappedSource, sourceList } from '../files/sourceList.js';
import { geonamesCities, type GeonamesSource } from './geonamesFiles.js';
import { CITY_MAPPING, mappedCities } from './ownFile.js';
import { type CitySource, KEPT_FIELDS, type KeptField } from './row.js';
import { severalCities } from './several.js';

/** The section of the sources file. */
export interface CitySources {
  primaryMinimumPopulation?: number;
  from?: readonly ('built-in' | ((GeonamesSource | MappedSource) & KeepingSource))[];
}

interface KeepingSource extends DatedSource {
  /** Fields that stay as earlier sources have them. */
  keep?: readonly KeptField[];
}

const inhabitants = (description: string): Joi.NumberSchema =>
  Joi.number().integer().min(0).description(description);

export const citySection = members({
  primaryMinimumPopulation: inhabitants('Cities from this size on are primary'),
  from: sourceList(
    {
      geonames: {
        geonames: path('cities500.zip, allCountries.zip, FR.zip … of GeoNames').required(),
        alternateNames: path('alternateNamesV2.zip of GeoNames'),
        admin1: path('admin1CodesASCII.txt of GeoNames'),
        minimumPopulation: inhabitants('Smaller ones are left out'),
      },
    },
    CITY_MAPPING,
    {
      keep: Joi.array()
        .items(Joi.valid(...Object.keys(KEPT_FIELDS)))
        .unique()
        .description('Fields of a city that stay as the sources before this one have them'),
    },
  ),
});

/**
 * Opens the cities that a sources file names, one after the other.
 * @throws with what cannot be read
 */
export async function openCities(
  from: NonNullable<CitySources['from']> = ['built-in'],
  builtIn: () => CitySource,
): Promise<CitySource> {
  const open = async (each: (typeof from)[number]): Promise<CitySource> => {
    if (each === 'built-in') return builtIn();
    const isMapped = 'file' in each;
    const source = await (isMapped ? mappedCities(each.file, each.mapping) : geonamesCities(each));
    for (const file of source.files ?? []) file.declareDay(each.as_of);
    return { ...source, keep: each.keep };
  };
  return severalCities(await mapAsync(from, open, { concurrency: 1 }));
}
