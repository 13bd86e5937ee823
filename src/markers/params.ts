import type Joi from 'joi';
import { MAX_ICON, MAX_SEASON, MAX_SKIN_CHARACTERS } from '../../indices/builds.js';
import { bodyJoi, documented, queryJoi } from '../parameters/joi.js';
import { latitude, longitude } from '../parameters/location.js';
import { type ParametersOf, parameterRules } from '../parameters/rules.js';

const MAX_RADIUS_METERS = 50_000;

const seasonOf = (joi: Joi.Root, meaning: string): Joi.NumberSchema =>
  documented(joi.number().integer().min(0).max(MAX_SEASON).required(), {
    meaning,
    rule: `an integer from 0 to ${MAX_SEASON}`,
    example: 7,
  });

/** Not `greater(0)`, because generators of OpenAPI 3.0 cannot read `exclusiveMinimum: 0`. */
const aboveZero: Joi.CustomValidator<number> = (value, { error }) =>
  value > 0 ? value : error('number.min');

export type FindByRadius = ParametersOf<typeof findByRadius>;
export const findByRadius = parameterRules(
  {
    lat: latitude.required(),
    lng: longitude.required(),
    radius: documented(
      queryJoi.number().min(0).max(MAX_RADIUS_METERS).custom(aboveZero).required(),
      {
        meaning: 'Radius in metres',
        rule: `a number above 0, at most ${MAX_RADIUS_METERS}`,
        example: 5000,
      },
    ),
    season: seasonOf(queryJoi, 'The season for which markers count as built'),
  },
  (query) => ({
    point: { latitude: query.lat, longitude: query.lng },
    radiusMeters: query.radius,
    season: query.season,
  }),
);

// Elasticsearch cannot store lone surrogates.
const unicodeText = bodyJoi
  .string()
  .custom((text: string, { error }) => (text.isWellFormed() ? text : error('any.invalid')));
// With the flag `u` a class counts characters, not UTF-16 units.
const skin = unicodeText.pattern(new RegExp(`^[\\s\\S]{0,${MAX_SKIN_CHARACTERS}}$`, 'u'));

const id = documented(unicodeText.required(), {
  meaning: 'The marker, which has the id of its place',
  rule: 'a text that is not empty',
  example: 'geonames-2988507',
});

export const update = parameterRules(
  {
    id,
    season: seasonOf(bodyJoi, 'The season in which it was built'),
    icon: documented(bodyJoi.number().integer().min(0).max(MAX_ICON).required(), {
      meaning: 'The icon of what was built',
      rule: `an integer from 0 to ${MAX_ICON}`,
      example: 12,
    }),
    skin: documented(skin.allow('').default(''), {
      meaning: 'The skin of what was built; the default skin when absent or empty',
      rule: `a text of at most ${MAX_SKIN_CHARACTERS} characters`,
      example: 'gold',
    }),
  },
  ({ id: marker, ...built }) => ({ id: marker, built }),
);

export const remove = parameterRules({ id }, (body) => body);
