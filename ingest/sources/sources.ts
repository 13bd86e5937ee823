import type { Language } from '../../indices/languages.js';
import type { Probe } from '../generations/probes.js';

/**
 * What the data of a deployment is made of, as its sources file says. What the file does not name
 * is built in, or stays as it is. Paths are absolute once the file is read.
 */
export interface Sources {
  countries?: CountrySources;
  cities?: CitySources;
  lands?: LandSources;
  places?: PlaceSources;
  markers?: { currentSeason?: number };
  /** The share of rows that may be refused. */
  maxRejects?: number;
  /** Questions that a generation must answer right before it goes live. */
  probes?: readonly Probe[];
}

export interface CountrySources {
  /** A GeoJSON FeatureCollection or a Shapefile. */
  borders: string;
  /** The field that holds the code of a feature's country. */
  code: string;
  /** Countries by what the field holds where that is no ISO code; null leaves features out. */
  codes?: Readonly<Record<string, string | null>>;
  /** The fields that hold names. Other languages keep the built-in names. */
  names?: Readonly<Partial<Record<Language, string>>>;
  /** How to treat countries that the file lacks; if absent, the run fails. */
  missing?: 'built-in' | 'left-out';
}

/** Members that name a file, wherever they stand. */
export const FILE_MEMBERS: ReadonlySet<string> = new Set([
  'borders',
  'geonames',
  'alternateNames',
  'admin1',
  'file',
  'mapping',
  'overture',
  'heights',
  'raster',
  'polygons',
]);

/** Members that may also name a folder of files. */
export const FOLDER_MEMBERS: ReadonlySet<string> = new Set(['heights', 'raster']);

/** The built-in data. */
export type BuiltIn = 'built-in';

/** Files as GeoNames publishes them. */
export interface GeonamesFiles {
  geonames: string;
  alternateNames?: string;
  admin1?: string;
  minimumPopulation?: number;
}

/** A CSV or NDJSON file, and the JSON file that tells what is in its columns. */
export interface MappedFile {
  file: string;
  mapping: string;
}

/** Places of Overture Maps, in GeoParquet. */
export interface OvertureFile {
  overture: string;
  minimumConfidence?: number;
}

export interface CitySources {
  primaryMinimumPopulation?: number;
  from?: readonly (BuiltIn | GeonamesFiles | MappedFile)[];
}

export interface LandSources {
  countries?: readonly string[] | 'ALL';
  /** A GeoTIFF, or a folder of such. */
  heights?: string;
  biomes?: BiomeRaster | NamedPolygons;
}

export interface BiomeRaster {
  /** A GeoTIFF of numbers, or a folder of them, as heights are. */
  raster: string;
  /** A table of a number and a name, with tabs between them, below a line of headings. */
  names: string;
}

export interface NamedPolygons {
  /** GeoJSON or Shapefile. */
  polygons: string;
  /** The property, or column, that holds the name. */
  name: string;
}

export interface PlaceSources {
  from?: readonly (BuiltIn | MappedFile | OvertureFile)[];
}
