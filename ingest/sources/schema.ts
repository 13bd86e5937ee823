import Joi from 'joi';
import { LANGUAGES } from '../../indices/languages.js';
import { nearest } from '../../core/cli/nearest.js';
import { RESOURCE_NAMES } from '../generations/resource.js';
import type { Sources } from './sources.js';

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

/** Stands in the JSON Schema for what is no kind at all, and is left out of it. */
const NO_KIND = 'no kind';

/** Accepts one of several kinds of object, each with a member that the others lack. */
function oneOf(kinds: Readonly<Record<string, Members>>, otherwise?: Joi.Schema): Joi.Schema {
  const tellers = Object.keys(kinds);
  const names = Object.values(kinds).flatMap((kind) => Object.keys(kind));
  const optional = Object.entries(Object.assign({}, ...Object.values(kinds)) as Members);
  let schema: Joi.Schema = members(
    Object.fromEntries(optional.map(([name, member]) => [name, member.optional()])),
  )
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

const path = (what: string): Joi.StringSchema => text(`${what}; its path, relative to this file`);

const whole = (least: number, description: string): Joi.NumberSchema =>
  Joi.number().integer().min(least).description(description);

const share = (description: string): Joi.NumberSchema =>
  Joi.number().min(0).max(1).description(description);

const builtIn = Joi.valid('built-in')
  .messages({ '*': 'must be "built-in" or an object' })
  .description('What comes with the project');

/** Checked against the countries that there are when the file is read. */
const countryCode = Joi.string()
  .pattern(/^[A-Z]{3}$/)
  .messages({ 'string.pattern.base': 'must be an alpha-3 code, such as FRA' });

const mappedFile = {
  file: path('A CSV or NDJSON file, also within .zip or .gz').required(),
  mapping: path('The JSON file that tells which column of it is which field').required(),
};

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

const cities = members({
  primaryMinimumPopulation: whole(0, 'Cities from this size on are primary'),
  from: Joi.array()
    .min(1)
    .items(
      oneOf(
        {
          geonames: {
            geonames: path('cities500.zip, allCountries.zip, FR.zip … of GeoNames').required(),
            alternateNames: path('alternateNamesV2.zip of GeoNames'),
            admin1: path('admin1CodesASCII.txt of GeoNames'),
            minimumPopulation: whole(0, 'Smaller ones are left out'),
          },
          file: mappedFile,
        },
        builtIn,
      ),
    )
    .description('Read one after the other'),
});

const lands = members({
  countries: Joi.alternatives()
    .conditional(Joi.array(), {
      then: Joi.array().items(countryCode).min(1).unique(),
      otherwise: Joi.valid('ALL').messages({ '*': 'must be "ALL" or a list of alpha-3 codes' }),
    })
    .description('Only of these, and not of all'),
  heights: path('A GeoTIFF in WGS 84, or a folder of such'),
  biomes: oneOf({
    raster: {
      raster: path('A GeoTIFF of numbers').required(),
      names: path('A table of a number and a name, with a tab between them').required(),
    },
    polygons: {
      polygons: path('A GeoJSON FeatureCollection or a Shapefile').required(),
      name: text('The field that holds the name of the biome').required(),
    },
  }),
});

const places = members({
  from: Joi.array()
    .min(1)
    .items(
      oneOf(
        {
          overture: {
            overture: path('Places of Overture Maps, in GeoParquet').required(),
            minimumConfidence: share('Less certain ones are left out'),
          },
          file: mappedFile,
        },
        builtIn,
      ),
    )
    .description('Read one after the other'),
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

/** The rules of a sources file. */
export const sourcesSchema = members({
  $schema: text('The schema of this file, for editors'),
  countries: countries.description('Borders of one’s own'),
  cities: cities.description('What the cities are made of'),
  lands: lands.description('Of which area lands are made, and from what'),
  places: places.description('What the places are made of'),
  markers: members({
    currentSeason: whole(0, 'Markers built before it whose place has gone are removed'),
  }),
  maxRejects: share('The share of rows that may be refused'),
  probes: Joi.array().items(probe).description('Asked before data goes live'),
}).messages({ 'any.required': 'is missing' }) as Joi.ObjectSchema<Sources & { $schema?: string }>;

/** Returns the rules as a JSON Schema. */
export function sourcesJsonSchema(): Json {
  const schema = sourcesSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Sources of the data of a deployment',
    ...(plain(schema) as Json),
  };
}

type Json = Record<string, unknown>;

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
