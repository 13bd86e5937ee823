import { clamp } from 'es-toolkit/math';
import Joi from 'joi';

/** A number of JSON. Zeros in front do no harm. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;
const INTEGER = /^-?\d+$/;
/** The most elements of a list. */
const MAX_ELEMENTS = 500;
/** The most faulty elements of a list that an error names. */
const MAX_FAULTY = 10;
const LIST_RULE = `in a query string separated by commas or repeated, at most ${MAX_ELEMENTS}, none of them empty; blanks around an element are ignored, and an element given twice is answered once`;

/**
 * Joi for query strings, where every value is taken literally: numbers are those of JSON (no `0x10`, `+1`, `.5`
 * or blanks), integers are plain decimals, booleans have no blanks, arrays are comma-separated, or lists of a
 * body, with blanks around an element trimmed.
 */
export const queryJoi = Joi.extend(
  {
    type: 'number',
    base: Joi.number().unsafe(),
    prepare(value: unknown, { schema, error }: Joi.CustomHelpers) {
      if (!isNumeric(value, schema)) return { value, errors: error('number.base') };
      const parsed = Number(value);
      if (!isWhole(schema)) return { value: parsed };
      // An integer too long for a number is still an integer, and beyond any bound.
      return { value: clamp(parsed, Number.MIN_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER + 1) };
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
      const isList = typeof value === 'string' || Array.isArray(value);
      return isList ? { value: elementsIn(value) } : { value, errors: error('array.base') };
    },
  },
) as Joi.Root;

/** True if a text is what the schema of a number takes in a query string, but for its bounds. */
export function isNumeric(value: unknown, schema: Joi.Schema): value is string {
  return typeof value === 'string' && (isWhole(schema) ? INTEGER : NUMBER).test(value);
}

function isWhole(schema: Joi.Schema): boolean {
  return (schema as Joi.NumberSchema).$_getRule('integer') !== undefined;
}

/** Joi for members of a JSON body, which have types of their own: `"7"` is not a number. */
export const bodyJoi = Joi.defaults((schema) => schema.prefs({ convert: false }));

/** The texts of a parameter in the documentation and in errors. */
export interface ParameterTexts {
  /** Its purpose. */
  readonly meaning: string;
  /** The accepted values, worded to follow "must be". */
  readonly rule: string;
  readonly example: unknown;
}

/** Not in Joi's `messages`, because Joi would merge these for every parameter of every request. */
export type ParameterMeta = Pick<ParameterTexts, 'rule'>;

/** Adds the texts to a schema. */
export function documented<Schema extends Joi.Schema>(
  schema: Schema,
  { meaning, rule, example }: ParameterTexts,
): Schema {
  return schema
    .description(`${meaning}: ${rule}.`)
    .example(example)
    .meta({ rule } satisfies ParameterMeta) as Schema;
}

/** An id without a format of its own, within a list. */
export const listedText = queryJoi.string().pattern(/^[^,]*[^,\s][^,]*$/);

/** Makes a schema of one id or more, in the order given, without duplicates. */
export function idList(
  element: Joi.StringSchema,
  { rule, ...texts }: ParameterTexts,
): Joi.ArraySchema<string[]> {
  const list = queryJoi
    .array<string[]>()
    .items(element)
    .min(1)
    .max(MAX_ELEMENTS)
    .custom((ids: string[]) => [...new Set(ids)])
    .required();
  return documented(list, { rule: `${rule}, ${LIST_RULE}`, ...texts });
}

/** Returns the positions of the first faulty elements of a list, counted from 1. */
export function faultyElements(list: Joi.Schema, given: unknown): number[] {
  const { items: [element] = [] } = list.$_terms as { items?: Joi.Schema[] };
  const faulty: number[] = [];
  for (const [index, value] of elementsIn(given as string | unknown[]).entries()) {
    if (element?.validate(value).error !== undefined) faulty.push(index + 1);
    if (faulty.length === MAX_FAULTY) break;
  }
  return faulty;
}

/** Returns a pattern that matches words in any case. A flag would not do, because JSON Schema has none. */
export function inAnyCase(words: readonly string[]): string {
  return words.join('|').replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Returns one element more than is allowed at most, so that the schema rejects a longer list. */
function elementsIn(list: string | readonly unknown[]): unknown[] {
  const elements =
    typeof list === 'string' ? list.split(',', MAX_ELEMENTS + 1) : list.slice(0, MAX_ELEMENTS + 1);
  return elements.map((element) => (typeof element === 'string' ? element.trim() : element));
}
