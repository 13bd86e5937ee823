import type Joi from 'joi';
import { documented, type Texts } from './documented.js';
import { MAX_ELEMENTS, queryJoi } from './joi.js';

const LIST_RULE = `separated by commas, at most ${MAX_ELEMENTS}, none of them empty; blanks around one do not count, and one given twice is answered once`;

/** Takes one id or more, in the order asked, none twice. `rule` says what one of them must be. */
export function idList(
  element: Joi.StringSchema,
  { rule, ...texts }: Texts,
): Joi.ArraySchema<string[]> {
  const list = queryJoi
    .array<string[]>()
    .items(element)
    .min(1)
    .max(MAX_ELEMENTS)
    .custom((ids: string[]) => [...new Set(ids)])
    // An error is made for each faulty element otherwise.
    .prefs({ abortEarly: true })
    .required();
  return documented(list, { rule: `${rule}, ${LIST_RULE}`, ...texts });
}

/** An id that may be any text, as far as a list can hold it. */
export const listedText = queryJoi.string().pattern(/^[^,]*[^,\s][^,]*$/);
