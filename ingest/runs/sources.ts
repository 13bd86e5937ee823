import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { uniq } from 'es-toolkit/array';
import Joi from 'joi';
import { UsageError } from '../../core/cli/failure.js';
import { LANGUAGES } from '../../indices/languages.js';
import type { FileSource } from '../../indices/provenance.js';
import type { OwnBorders } from '../borders/ownShapes.js';
import { type CitySources, citySection } from '../cities/sources.js';
import { countrySection } from '../countries/sources.js';
import { sourceFile } from '../files/dataFile.js';
import { validated } from '../files/declaration.js';
import { DEFAULT_RULES, download, type DownloadRules } from '../files/download.js';
import {
  type DeclaredPath,
  members,
  NO_KIND,
  number,
  oneOf,
  type SchemaContext,
  share,
  text,
} from '../files/rules.js';
import { limitsOf, type OwnLimits } from '../generations/checks/limits.js';
import type { Probe } from '../generations/resource.js';
import { RESOURCE_NAMES, type ResourceName } from '../generations/resource.js';
import { type LandSources, landSection } from '../lands/sources.js';
import { type PlaceSources, placeSection } from '../places/sources.js';

const resourceOf = (names: readonly ResourceName[]) =>
  Joi.valid(...names)
    .required()
    .messages({ 'any.only': `must be one of ${names.join(', ')}` });
const expected = text('The id of what must be found').required();

const probe = oneOf({
  latitude: {
    resource: resourceOf(RESOURCE_NAMES.filter((name) => name !== 'regions')),
    latitude: Joi.number().min(-90).max(90).required(),
    longitude: Joi.number().min(-180).max(180).required(),
    expect: expected,
  },
  name: {
    resource: resourceOf(RESOURCE_NAMES),
    name: text('The name, or its beginning').required(),
    language: Joi.valid(...LANGUAGES).messages({ 'any.only': `must be one of ${LANGUAGES.join(', ')}` }), // prettier-ignore
    expect: expected,
  },
});

export interface Checks extends OwnLimits {
  plausibility?: false;
}

const plausibility = Joi.valid(false).description('false: rows may be implausible');
const RULES = { share, factor: number, km: number, 'km²': number };

function checksOf(name: ResourceName): Joi.ObjectSchema {
  const limits = limitsOf(name).map(
    ([limit, { unit, description }]) => [limit, RULES[unit](description)] as const,
  );
  return members({ ...Object.fromEntries(limits), plausibility });
}

const checks = members({
  countries: checksOf('countries'),
  cities: checksOf('cities'),
  lands: checksOf('lands'),
  places: checksOf('places'),
});

/** The sources of the data. Resources that the file does not name are built in, or stay as they are. */
export interface Sources {
  countries?: OwnBorders;
  cities?: CitySources;
  lands?: LandSources;
  places?: PlaceSources;
  maxRejects?: number;
  checks?: Readonly<Partial<Record<ResourceName, Checks>>>;
  probes?: readonly Probe[];
}

export const sourcesSchema = members({
  $schema: text('The schema of this file, for editors').strip(),
  countries: countrySection.description('Borders of one’s own'),
  cities: citySection.description('What the cities are made of'),
  lands: landSection.description('The countries of the lands, and files of heights and biomes'),
  places: placeSection.description('What the places are made of'),
  maxRejects: share('The share of rows that may be rejected'),
  checks: checks.description('How new data may differ from the live data, by resource'),
  probes: Joi.array().items(probe).description('Asked before data goes live'),
}).messages({
  'any.required': 'is missing',
  'any.custom': '{{#error.message}}',
}) as Joi.ObjectSchema<Sources>;

/** A sources file, read. Its paths are absolute. */
export interface DeclaredSources extends Sources {
  /** The file itself, for the provenance. */
  file: FileSource;
  paths: readonly DeclaredPath[];
}

/**
 * Reads a sources file, in JSON or YAML, and downloads the files that it names by their address.
 * @throws one error that lists every fault with its place, also the files that are not there
 */
export async function readSources(
  file: string,
  rules: DownloadRules = DEFAULT_RULES,
): Promise<DeclaredSources> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(
      `The sources file ${file} cannot be read (${(error as Error).message}): correct --sources or SOURCES_FILE.`,
      { cause: error },
    );
  });
  const { allowPrivate } = rules;
  const context: SchemaContext = { folder: dirname(resolve(file)), paths: [], addresses: [], allowPrivate }; // prettier-ignore
  const { value, faults } = validated(bytes, sourcesSchema, context);
  if (faults.length === 0 && Object.keys(value ?? {}).length === 0) {
    faults.push('it is empty: for the built-in data, leave out --sources and SOURCES_FILE');
  }
  if (faults.length === 0) {
    const { paths } = context;
    for (const address of uniq(context.addresses)) await download(address, rules);
    return { ...value, paths, file: { ...sourceFile(file, bytes), role: 'sources' } };
  }
  const lines = faults.map((fault) => `- ${fault}`);
  throw new UsageError(
    [`${file} is not valid:`, ...lines, 'docs/sources.md shows what may be in it.'].join('\n'),
  );
}

type Json = Record<string, unknown>;

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
