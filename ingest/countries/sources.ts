import Joi from 'joi';
import { day, members, path, text } from '../files/rules.js';
import { countryCode } from '../reference/countryCode.js';
import { LANGUAGES } from '../../indices/languages.js';

/** The section of the sources file: {@link OwnBorders}. */
export const countrySection = members({
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
  as_of: day,
  missing: Joi.valid('built-in', 'left-out').description(
    'Countries that the file lacks: taken from the built-in borders, or left out; absent: refused',
  ),
});
