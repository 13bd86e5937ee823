import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import Joi from 'joi';
import { nearest } from '../../core/cli/nearest.js';
import { type Language, LANGUAGES } from '../../indices/languages.js';
import type { Probe } from '../generations/probes.js';
import { RESOURCE_NAMES, type ResourceName } from '../generations/resource.js';
import { countryCodes } from './iso.js';

type Members = Readonly<Record<string, Joi.Schema>>;

/** An object of these members; an unknown one is answered with the nearest of them. */
function members(known: Members, others: readonly string[] = []): Joi.ObjectSchema {
  const names = [...Object.keys(known), ...others];
  const meant = (name: unknown): string => {
    const near = nearest(String(name), names);
    return near === undefined ? `; known are ${names.join(', ')}` : `; is ${near} meant?`;
  };
  // Its types do not know of functions.
  const options = { functions: { meant } } as Joi.ReferenceOptions;
  return Joi.object(known).messages({
    'object.base': 'must be an object',
    'object.unknown': Joi.expression('is not known{meant(#child)}', options) as string,
  });
}

/** Marks an alternative that the JSON Schema leaves out. */
const NO_KIND = 'no kind';

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
    schema = Joi.alternatives().conditional(is, { then: members(kind, names), otherwise: schema });
  }
  if (otherwise === undefined) return schema;
  return Joi.alternatives().conditional(Joi.object(), { then: schema, otherwise });
}

const text = (description: string): Joi.StringSchema => Joi.string().description(description);

const ADDRESS = /^[a-z][a-z0-9+.-]+:\/\//i;

/** Accepts the path of a file, or of a folder where one may stand, and makes it absolute. */
function path(what: string, { mayBeFolder = false } = {}): Joi.StringSchema {
  return text(`${what}; its path, relative to this file`).custom((value: string, { prefs }) => {
    if (ADDRESS.test(value)) throw new Error('is an address: download it, and name the file');
    const { folder } = prefs.context as SchemaContext;
    const absolute = resolve(folder, value);
    // An entry of an archive is looked up when the archive is read.
    const archive = absolute.replace(/(\.zip)#.*$/i, '$1');
    const [status = statusOf(archive)] = [statusOf(absolute)];
    if (status === undefined) throw new Error(`there is no ${archive}`);
    // Reading a device may never end.
    if (status.isFile() || (mayBeFolder && status.isDirectory())) return absolute;
    throw new Error(`${absolute} is no file`);
  });
}

function statusOf(file: string): ReturnType<typeof statSync> {
  return statSync(file, { throwIfNoEntry: false });
}

const whole = (least: number, description: string): Joi.NumberSchema =>
  Joi.number().integer().min(least).description(description);

/** Accepts a number from 0 to 1, or a percentage such as `5%`, which becomes such a number. */
const share = (description: string): Joi.Schema =>
  Joi.alternatives()
    .conditional(Joi.string(), {
      then: Joi.string()
        .pattern(/^(100|\d{1,2}(\.\d+)?)\s*%$/)
        .custom((text: string) => Number.parseFloat(text) / 100)
        .messages({ 'string.pattern.base': 'must be a share, such as 0.05 or 5%' }),
      otherwise: Joi.number().min(0).max(1),
    })
    .description(description);

const builtIn = Joi.valid('built-in')
  .messages({ '*': 'must be "built-in" or an object' })
  .description('What comes with the project');

const ALPHA_3 = /^[A-Z]{3}$/;

const countryCode = Joi.string()
  .pattern(ALPHA_3)
  .custom((code: string) => {
    const known = countryCodes().map(({ id }) => id);
    if (!ALPHA_3.test(code) || known.includes(code)) return code;
    const near = nearest(code, known);
    throw new Error(
      `there is no country ${code}${near === undefined ? '' : `; is ${near} meant?`}`,
    );
  })
  .messages({ 'string.pattern.base': 'must be an alpha-3 code, such as FRA' });

/** A CSV or NDJSON file, and what is in its columns. */
interface MappedSource {
  file: string;
  mapping: string;
}

const mappedFile = {
  file: path('A CSV or NDJSON file, also within .zip or .gz').required(),
  mapping: path('The JSON file that tells which column of it is which field').required(),
};

/** Accepts sources of these kinds, mapped files, and what is built in. */
function listOf(kinds: Readonly<Record<string, Members>>): Joi.ArraySchema {
  return Joi.array()
    .min(1)
    .items(oneOf({ ...kinds, file: mappedFile }, builtIn))
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
    .description('Countries by what that field holds where it is no ISO code; null: left out'),
  names: members(
    Object.fromEntries(LANGUAGES.map((language) => [language, Joi.string()])),
  ).description('The fields that hold names; other languages keep the built-in ones'),
  missing: Joi.valid('built-in', 'left-out').description(
    'Countries that the file lacks: taken from the built-in borders, or left out; absent: refused',
  ),
});

export interface CitySources {
  primaryMinimumPopulation?: number;
  from?: readonly ('built-in' | GeonamesSource | MappedSource)[];
}

interface GeonamesSource {
  geonames: string;
  alternateNames?: string;
  admin1?: string;
  minimumPopulation?: number;
}

const cities = members({
  primaryMinimumPopulation: whole(0, 'Cities from this size on are primary'),
  from: listOf({
    geonames: {
      geonames: path('cities500.zip, allCountries.zip, FR.zip … of GeoNames').required(),
      alternateNames: path('alternateNamesV2.zip of GeoNames'),
      admin1: path('admin1CodesASCII.txt of GeoNames'),
      minimumPopulation: whole(0, 'Smaller ones are left out'),
    },
  }),
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
  heights: path('A GeoTIFF in WGS 84, or a folder of such', { mayBeFolder: true }),
  biomes: oneOf({
    raster: {
      raster: path('A GeoTIFF of numbers', { mayBeFolder: true }).required(),
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
  from: listOf({
    overture: {
      overture: path('Places of Overture Maps, in GeoParquet').required(),
      minimumConfidence: share('Less certain ones are left out'),
    },
  }),
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

/** The checks of one resource. */
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
  markers?: { currentSeason?: number };
  maxRejects?: number;
  checks?: Readonly<Partial<Record<ResourceName, Checks>>>;
  probes?: readonly Probe[];
}

/** Given to the rules when a file is validated. */
export interface SchemaContext {
  /** Relative paths begin here. */
  folder: string;
}

/** The rules of a sources file. */
export const sourcesSchema = members({
  $schema: text('The schema of this file, for editors').strip(),
  countries: countries.description('Borders of one’s own'),
  cities: cities.description('What the cities are made of'),
  lands: lands.description('Of which area lands are made, and from what'),
  places: places.description('What the places are made of'),
  markers: members({
    currentSeason: whole(0, 'Markers built before it whose place has gone are removed'),
  }),
  maxRejects: share('The share of rows that may be refused'),
  checks: checks.description('How new data may differ from the live data, by resource'),
  probes: Joi.array().items(probe).description('Asked before data goes live'),
}).messages({
  'any.required': 'is missing',
  'any.custom': '{{#error.message}}',
}) as Joi.ObjectSchema<Sources>;

type Json = Record<string, unknown>;

/** Returns the rules as a JSON Schema. */
export function sourcesJsonSchema(): Json {
  const schema = sourcesSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Sources of the data of a deployment',
    ...(plain(schema) as Json),
  };
}

/** Makes one list of alternatives within alternatives. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, plain(value)]),
  ) as Json & { anyOf?: Json[] };
  if (anyOf === undefined) return rest;
  const kinds = anyOf
    .filter(({ description }) => description !== NO_KIND)
    .flatMap((kind) => (Array.isArray(kind.anyOf) ? (kind.anyOf as Json[]) : [kind]));
  const [only, another] = kinds;
  return only !== undefined && another === undefined
    ? { ...only, ...rest }
    : { ...rest, anyOf: kinds };
}
