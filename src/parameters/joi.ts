import Joi from 'joi';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const INTEGER = /^-?\d+$/;

/**
 * Joi for query strings, where every value is taken literally: numbers are plain decimals (no
 * `1e3`, `0x10`, `+1`, `.5` or blanks), booleans have no blanks, arrays are comma-separated with
 * blanks around an element trimmed.
 */
export const queryJoi = Joi.extend(
  {
    type: 'number',
    base: Joi.number().unsafe(),
    prepare(value: unknown, { schema, error }: Joi.CustomHelpers) {
      const isInteger = (schema as Joi.NumberSchema).$_getRule('integer') !== undefined;
      if (typeof value !== 'string' || !(isInteger ? INTEGER : DECIMAL).test(value)) {
        return { value, errors: error('number.base') };
      }
      const parsed = Number(value);
      return { value: isInteger ? toSafeInteger(parsed) : parsed };
    },
  },
  {
    type: 'boolean',
    base: Joi.boolean(),
    prepare(value: unknown, { error }: Joi.CustomHelpers) {
      if (typeof value === 'string' && /^(?:true|false)$/i.test(value)) return { value };
      return { value, errors: error('boolean.base') };
    },
  },
  {
    type: 'array',
    base: Joi.array(),
    prepare(value: unknown, { error }: Joi.CustomHelpers) {
      if (typeof value !== 'string') return { value, errors: error('array.base') };
      return { value: value.split(',').map((element) => element.trim()) };
    },
  },
) as Joi.Root;

// An integer too long for a number is still an integer, and larger than any bound.
function toSafeInteger(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
}

/** Joi for members of a JSON body, which are of their own types: `"7"` is no number. */
export const bodyJoi = Joi.defaults((schema) => schema.prefs({ convert: false }));
