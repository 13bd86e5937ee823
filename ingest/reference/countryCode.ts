import Joi from 'joi';
import { nearest } from '../../core/cli/nearest.js';
import { countriesBy } from './iso.js';

const ALPHA_3 = /^[A-Z]{3}$/;

/** Accepts the alpha-3 code of a country. */
export const countryCode = Joi.string()
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
