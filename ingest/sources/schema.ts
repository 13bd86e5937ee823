import Joi from 'joi';
import { nearest } from '../../core/cli/nearest.js';
import { type Language, LANGUAGES } from '../../indices/languages.js';
import { CITY_MAPPING } from '../cities/ownFile.js';
import { KEPT_FIELDS, type KeptField } from '../cities/row.js';
import { type MappingKind, mappingSchema } from '../files/mapping.js';
import { ANY_PART, PARQUET, TILES } from '../files/parts.js';
import { eitherOf, type Members, members, path, share, text } from '../files/rules.js';
import { type Probe, RESOURCE_NAMES, type ResourceName } from '../generations/resource.js';
import { PLACE_MAPPING } from '../places/row.js';
import { countriesBy } from './iso.js';

/** Marks an alternative that the JSON Schema leaves out. */
export const NO_KIND = 'no kind';

/** Accepts one of several kinds of object, each with a member that the others lack. */
function oneOf(kinds: Readonly<Record<string, Members>>, otherwise?: Joi.Schema): Joi.Schema {
  const tellers = Object.keys(kinds);
  const names = Object.values(kinds).flatMap((kind) => Object.keys(kind));
  let schema: Joi.Schema = members({}, names)
    .pattern(Joi.valid(...names), Joi.any())
    .or(...tellers)
    .messages({ 'object.missing': `must have ${tellers.join(' or ')}` })
    .description(NO_KIND);
  for (const [teller, kind] of Object.entries(kinds)) {
    const is = Joi.object({ [teller]: Joi.exist() }).unknown();
    schema = eitherOf(is, members(kind, names), schema);
  }
  return otherwise === undefined ? schema : eitherOf(Joi.object(), schema, otherwise);
}

const whole = (least: number, description: string): Joi.NumberSchema =>
  Joi.number().integer().min(least).description(description);

const builtIn = Joi.valid('built-in')
  .messages({ '*': 'must be "built-in" or an object' })
  .description('What comes with the project');

const ALPHA_3 = /^[A-Z]{3}$/;

const countryCode = Joi.string()
  .pattern(ALPHA_3)
  .custom((code: string) => {
    const known = countriesBy('id');
    if (!ALPHA_3.test(code) || known.has(code)) return code;
    const near = nearest(
      code,
      [...known.values()].map(({ id }) => id),
    );
    throw new Error(
      `there is no country ${code}${near === undefined ? '' : `; is ${near} meant?`}`,
    );
  })
  .messages({ 'string.pattern.base': 'must be an alpha-3 code, such as FRA' });

/** Files with rows, and what is in their columns. */
interface MappedSource {
  file: string;
  /** A mapping, or the path of a file that holds one. */
  mapping: string | object;
}

/** Accepts sources of these kinds, mapped files, and what is built in. */
function listOf<Field extends string>(
  kinds: Readonly<Record<string, Members>>,
  kind: MappingKind<Field>,
  others: Members = {},
): Joi.ArraySchema {
  const mapped = {
    file: path(
      'CSV, NDJSON or GeoJSON, also within .zip or .gz; Shapefile or Parquet',
      ANY_PART,
    ).required(),
    mapping: eitherOf(
      Joi.string(),
      path('The file with the fields of its columns'),
      // Its defaults are filled in when it is read, as those of a file.
      mappingSchema(kind).raw(),
    )
      .required()
      .description('Which column is which field'),
  };
  const all = Object.entries({ ...kinds, file: mapped });
  const withOthers = all.map(([name, members]) => [name, { ...members, ...others }] as const);
  return Joi.array()
    .min(1)
    .items(oneOf(Object.fromEntries(withOthers), builtIn))
    .description('Read one after the other');
}

export interface CountrySources {
  borders: string;
  code: string;
  codes?: Readonly<Record<string, string | null>>;
  names?: Readonly<Partial<Record<Language, string>>>;
  missing?: 'built-in' | 'left-out';
}

const countries = members({
  borders: path(
    'A GeoJSON FeatureCollection or a Shapefile (.zip, or .shp beside .dbf)',
  ).required(),
  code: text('The field that holds the alpha-3 or alpha-2 code of a feature’s country').required(),
  codes: Joi.object()
    .pattern(Joi.string(), countryCode.allow(null))
    .description('Countries by what that field holds if it is not an ISO code; null: left out'),
  names: members(
    Object.fromEntries(LANGUAGES.map((language) => [language, Joi.string()])),
  ).description('The fields that hold names; other languages keep the built-in ones'),
  missing: Joi.valid('built-in', 'left-out').description(
    'Countries that the file lacks: taken from the built-in borders, or left out; absent: refused',
  ),
});

export interface CitySources {
  primaryMinimumPopulation?: number;
  from?: readonly ('built-in' | ((GeonamesSource | MappedSource) & KeepingSource))[];
}

interface KeepingSource {
  /** Fields that stay those of earlier sources. */
  keep?: readonly KeptField[];
}

/** Files of GeoNames as they are published, plain or within their `.zip`. */
export interface GeonamesSource {
  /** `cities500.zip` and its like, `allCountries.zip`, or the file of a country. */
  geonames: string;
  /** `alternateNamesV2.zip`: names in other languages. */
  alternateNames?: string;
  /** `admin1CodesASCII.txt`: names of regions. Default: the names that come with the project. */
  admin1?: string;
  minimumPopulation?: number;
}

const cities = members({
  primaryMinimumPopulation: whole(0, 'Cities from this size on are primary'),
  from: listOf(
    {
      geonames: {
        geonames: path('cities500.zip, allCountries.zip, FR.zip … of GeoNames').required(),
        alternateNames: path('alternateNamesV2.zip of GeoNames'),
        admin1: path('admin1CodesASCII.txt of GeoNames'),
        minimumPopulation: whole(0, 'Smaller ones are left out'),
      },
    },
    CITY_MAPPING,
    {
      keep: Joi.array()
        .items(Joi.valid(...Object.keys(KEPT_FIELDS)))
        .unique()
        .description('Fields of a city that stay those of the sources before this one'),
    },
  ),
});

export interface LandSources {
  countries?: readonly string[] | 'ALL';
  heights?: string;
  biomes?: { raster: string; names: string } | { polygons: string; name: string };
}

const lands = members({
  countries: Joi.alternatives()
    .conditional(Joi.array(), {
      then: Joi.array().items(countryCode).min(1).unique(),
      otherwise: Joi.valid('ALL').messages({ '*': 'must be "ALL" or a list of alpha-3 codes' }),
    })
    .description('Only of these, and not of all'),
  heights: path('A GeoTIFF in WGS 84, or a folder of such', TILES),
  biomes: oneOf({
    raster: {
      raster: path('A GeoTIFF of numbers', TILES).required(),
      names: path('A table of a number and a name, with a tab between them').required(),
    },
    polygons: {
      polygons: path('A GeoJSON FeatureCollection or a Shapefile').required(),
      name: text('The field that holds the name of the biome').required(),
    },
  }),
});

export interface PlaceSources {
  from?: readonly ('built-in' | MappedSource | OvertureSource)[];
}

interface OvertureSource {
  overture: string;
  minimumConfidence?: number;
}

const places = members({
  from: listOf(
    {
      overture: {
        overture: path('Places of Overture Maps, in GeoParquet', PARQUET).required(),
        minimumConfidence: share('Less certain ones are left out'),
      },
    },
    PLACE_MAPPING,
  ),
});

const resource = Joi.valid(...RESOURCE_NAMES)
  .required()
  .messages({ 'any.only': `must be one of ${RESOURCE_NAMES.join(', ')}` });
const expected = text('The id of what must be found').required();

const probe = oneOf({
  latitude: {
    resource,
    latitude: Joi.number().min(-90).max(90).required(),
    longitude: Joi.number().min(-180).max(180).required(),
    expect: expected,
  },
  name: {
    resource,
    name: text('The name, or its beginning').required(),
    language: Joi.valid(...LANGUAGES).messages({ 'any.only': `must be one of ${LANGUAGES.join(', ')}` }), // prettier-ignore
    expect: expected,
  },
});

export interface Checks {
  maxChanged?: number;
  plausibility?: false;
}

const maxChanged = share('The share of documents that may have moved by 25 km, or lost a name, region or population'); // prettier-ignore
const plausibility = Joi.valid(false).description('false: rows may be implausible');
const checks = members({
  countries: members({ maxChanged, plausibility }),
  cities: members({ maxChanged, plausibility }),
  lands: members({ plausibility }),
  places: members({ maxChanged, plausibility }),
});

/** The sources of the data. Resources that the file does not name are built in, or stay as they are. */
export interface Sources {
  countries?: CountrySources;
  cities?: CitySources;
  lands?: LandSources;
  places?: PlaceSources;
  maxRejects?: number;
  checks?: Readonly<Partial<Record<ResourceName, Checks>>>;
  probes?: readonly Probe[];
}

export const sourcesSchema = members({
  $schema: text('The schema of this file, for editors').strip(),
  countries: countries.description('Borders of one’s own'),
  cities: cities.description('What the cities are made of'),
  lands: lands.description('Of which area lands are made, and from what'),
  places: places.description('What the places are made of'),
  maxRejects: share('The share of rows that may be refused'),
  checks: checks.description('How new data may differ from the live data, by resource'),
  probes: Joi.array().items(probe).description('Asked before data goes live'),
}).messages({
  'any.required': 'is missing',
  'any.custom': '{{#error.message}}',
}) as Joi.ObjectSchema<Sources>;
