import Joi from 'joi';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const INTEGER = /^-?\d+$/;

/** The most elements of a list. */
export const MAX_ELEMENTS = 500;
/** So many faulty elements are told. */
const MAX_FAULTY = 10;

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
      return { value: elementsIn(value) };
    },
  },
) as Joi.Root;

/** Returns where in a list the first faulty elements are, counted from 1. */
export function faultyElements(list: Joi.Schema, given: unknown): number[] {
  const { items: [element] = [] } = list.$_terms as { items?: Joi.Schema[] };
  const faulty: number[] = [];
  for (const [index, value] of elementsIn(String(given)).entries()) {
    if (element?.validate(value).error !== undefined) faulty.push(index + 1);
    if (faulty.length === MAX_FAULTY) break;
  }
  return faulty;
}

/** One more than may be shows that there are too many; no others are looked at, however many there are. */
function elementsIn(list: string): string[] {
  return list.split(',', MAX_ELEMENTS + 1).map((element) => element.trim());
}

// An integer too long for a number is still an integer, and larger than any bound.
function toSafeInteger(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
}

/** Joi for members of a JSON body, which are of their own types: `"7"` is no number. */
export const bodyJoi = Joi.defaults((schema) => schema.prefs({ convert: false }));
