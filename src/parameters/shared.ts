import type Joi from 'joi';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../indices/languages.js';
import { parseLandId } from '../../geo/land.js';
import { queryJoi } from './joi.js';
import { lookUpLanguage } from './language.js';
import type { ParameterMeta } from './rules.js';

/** The shared parameters: decisions on what is accepted, in one place for checks and documentation. */

const MAX_IDS = 500;
const MAX_OFFSET = 100_000;
const MAX_TOKEN_CHARACTERS = 100;
const MAX_RINGS = 10;
const MAX_RADIUS_METERS = 50_000;

/**
 * Gives a schema its texts.
 *
 * @param meaning what the parameter is for.
 * @param rule what is accepted, as it follows "must be".
 */
export function documented<Schema extends Joi.Schema>(
  schema: Schema,
  { meaning, rule, example }: { meaning: string; rule: string; example: unknown },
): Schema {
  return schema
    .description(`${meaning}: ${rule}.`)
    .example(example)
    .meta({ rule } satisfies ParameterMeta) as Schema;
}

const latitude = documented(queryJoi.number().min(-90).max(90), {
  meaning: 'Latitude in degrees, together with `lng`',
  rule: 'a plain decimal number from -90 to 90',
  example: 48.8566,
});

const longitude = documented(queryJoi.number().min(-180).max(180), {
  meaning: 'Longitude in degrees, together with `lat`',
  rule: 'a plain decimal number from -180 to 180',
  example: 2.3522,
});

const land = queryJoi
  .string()
  .pattern(/^88[0-9A-Fa-f]{13}$/)
  .custom((text: string, helpers) => parseLandId(text) ?? helpers.error('any.invalid'));

const landId = documented(land, {
  meaning: 'A land, which stands for the centre of its cell; instead of `lat` and `lng`',
  rule: 'a valid H3 cell of resolution 8, in upper or lower case',
  example: '881fb46625fffff',
});

/** The parameters of every location lookup: `land_id`, or `lat` and `lng`. See `location.ts`. */
export const locationKeys = { land_id: landId, lat: latitude, lng: longitude };

/** A point, where no land may stand for it. */
export const pointKeys = { lat: latitude.required(), lng: longitude.required() };

export const k = documented(queryJoi.number().integer().min(0).max(MAX_RINGS).default(0), {
  meaning: 'How many rings of lands around the centre land are wanted as well',
  rule: `an integer from 0 to ${MAX_RINGS}`,
  example: 1,
});

export const radius = documented(queryJoi.number().greater(0).max(MAX_RADIUS_METERS).required(), {
  meaning: 'Radius in metres',
  rule: `a plain decimal number above 0, at most ${MAX_RADIUS_METERS}`,
  example: 1500,
});

export const language = documented(
  queryJoi
    .string()
    .custom((tag: string, helpers) => lookUpLanguage(tag) ?? helpers.error('any.invalid'))
    .default(DEFAULT_LANGUAGE),
  {
    meaning: 'Language of names',
    rule: `a BCP 47 tag, in any case, looked up as in RFC 4647 (\`fr-CA\` means \`fr\`), of one of these languages: ${LANGUAGES.join(', ')}`,
    example: 'fr',
  },
);

export const primaryOnly = documented(queryJoi.boolean().default(false), {
  meaning: 'Whether only primary entities are looked at',
  rule: '`true` or `false`, in any case',
  example: true,
});

/** `limit` with nothing more than a minimum: absent means all. */
export const limitOrAll = documented(queryJoi.number().integer().min(1), {
  meaning: 'How many results are wanted at most; all when absent',
  rule: 'an integer of at least 1',
  example: 10,
});

export const limit = (bounds: { default: number; max: number }): Joi.NumberSchema =>
  documented(queryJoi.number().integer().min(1).max(bounds.max).default(bounds.default), {
    meaning: 'How many results are wanted at most',
    rule: `an integer from 1 to ${bounds.max}`,
    example: 10,
  });

export const offset = documented(queryJoi.number().integer().min(0).max(MAX_OFFSET).default(0), {
  meaning: 'How many results are skipped',
  rule: `an integer from 0 to ${MAX_OFFSET}`,
  example: 0,
});

const idList = (element: Joi.StringSchema): Joi.ArraySchema =>
  queryJoi
    .array()
    .items(element)
    .max(MAX_IDS)
    .custom((ids: string[]) => [...new Set(ids)])
    .required();

const LIST_RULE = `separated by commas, at most ${MAX_IDS}, none of them empty; blanks around one do not count, and one given twice is answered once`;

export const countryIds = documented(
  idList(
    queryJoi
      .string()
      .pattern(/^[A-Za-z]{3}$/)
      .custom((code: string) => code.toUpperCase()),
  ),
  {
    meaning: 'Countries',
    rule: `ISO 3166-1 alpha-3 codes (3 letters, in any case), ${LIST_RULE}`,
    example: ['FRA', 'DEU'],
  },
);

export const cityIds = documented(idList(queryJoi.string()), {
  meaning: 'Cities',
  rule: `city ids, ${LIST_RULE}`,
  example: ['FRA_Paris', 'ITA_Rome'],
});

export const landIds = documented(idList(land), {
  meaning: 'Lands',
  rule: `H3 cells of resolution 8, in upper or lower case, ${LIST_RULE}`,
  example: ['881fb46625fffff', '881fb46627fffff'],
});

export const placeIds = documented(idList(queryJoi.string()), {
  meaning: 'Places',
  rule: `place ids, ${LIST_RULE}`,
  example: ['geonames-2988507'],
});

export const token = documented(
  queryJoi
    .string()
    .trim()
    // The flag `u` makes this count characters, not UTF-16 units.
    .pattern(new RegExp(`^[\\s\\S]{1,${MAX_TOKEN_CHARACTERS}}$`, 'u'))
    .required(),
  {
    meaning: 'Beginning of a name',
    rule: `a text of 1 to ${MAX_TOKEN_CHARACTERS} characters, not counting blanks around it`,
    example: 'saint d',
  },
);
