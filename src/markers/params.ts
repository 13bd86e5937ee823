import Joi from 'joi';
import type { BuiltState } from '../../indices/markers.js';
import type { Point } from '../../geo/point.js';
import { queryJoi } from '../parameters/joi.js';
import { documented, pointKeys, radius } from '../parameters/shared.js';
import { type ParameterRules, parameterRules } from '../parameters/rules.js';

const MAX_SEASON = 1_000_000;
const MAX_ICON = 1_000_000;
const MAX_SKIN_CHARACTERS = 64;
const SEASON_RULE = `an integer from 0 to ${MAX_SEASON}`;

export interface FindByRadius {
  readonly point: Point;
  readonly radiusMeters: number;
  readonly season: number;
}

export interface Update {
  readonly id: string;
  readonly built: BuiltState;
}

export interface Remove {
  readonly id: string;
}

export const findByRadius: ParameterRules<FindByRadius> = parameterRules(
  queryJoi.object<{ lat: number; lng: number; radius: number; season: number }>({
    ...pointKeys,
    radius,
    season: documented(queryJoi.number().integer().min(0).max(MAX_SEASON).required(), {
      meaning: 'The season for which markers count as built',
      rule: SEASON_RULE,
      example: 7,
    }),
  }),
  ({ lat, lng, radius: radiusMeters, season }) => ({
    point: { latitude: lat, longitude: lng },
    radiusMeters,
    season,
  }),
);

// Members of a JSON body are of their own types: "7" is no number.
const bodyJoi = Joi.defaults((schema) => schema.prefs({ convert: false }));

// What is no Unicode text could not be stored as it is.
const wellFormed = (text: string, helpers: Joi.CustomHelpers): unknown =>
  text.isWellFormed() ? text : helpers.error('any.invalid');

const id = documented(bodyJoi.string().custom(wellFormed).required(), {
  meaning: 'The marker, which has the id of its place',
  rule: 'a text that is not empty',
  example: 'geonames-2988507',
});

export const update: ParameterRules<Update> = parameterRules(
  bodyJoi.object<BuiltState & { id: string }>({
    id,
    season: documented(bodyJoi.number().integer().min(0).max(MAX_SEASON).required(), {
      meaning: 'The season in which it was built',
      rule: SEASON_RULE,
      example: 7,
    }),
    icon: documented(bodyJoi.number().integer().min(0).max(MAX_ICON).required(), {
      meaning: 'The icon of what was built',
      rule: `an integer from 0 to ${MAX_ICON}`,
      example: 12,
    }),
    skin: documented(
      bodyJoi
        .string()
        .allow('')
        // The flag `u` makes this count characters, not UTF-16 units.
        .pattern(new RegExp(`^[\\s\\S]{0,${MAX_SKIN_CHARACTERS}}$`, 'u'))
        .custom(wellFormed)
        .default(''),
      {
        meaning: 'The skin of what was built; the default one when absent or empty',
        rule: `a text of at most ${MAX_SKIN_CHARACTERS} characters`,
        example: 'gold',
      },
    ),
  }),
  ({ id: marker, ...built }) => ({ id: marker, built }),
);

export const remove: ParameterRules<Remove> = parameterRules(
  bodyJoi.object<Remove>({ id }),
  (body) => body,
);
