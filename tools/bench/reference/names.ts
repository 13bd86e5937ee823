import { fold } from '../../../indices/fold.js';
import { type Question } from '../load.js';
import { search } from '../requests.js';
import type { Keystroke } from '../traffic/typing.js';
import { ofLanguage } from './ofLanguage.js';

export const LIMIT = 10;

/**
 * Asks for the most populous cities whose name begins so, as a person would who has read the
 * mapping: in the field of the language, or by the default name where that has none.
 *
 * All these references stay as they are: a better query of ours must show.
 */
export function citiesByName(index: string, { token, language }: Keystroke): Question {
  const field = `folded.${language}`;
  const prefix = fold(token);
  const byDefault = {
    bool: {
      filter: [{ prefix: { 'folded.default': prefix } }],
      must_not: [{ exists: { field } }],
    },
  };
  return search(index, {
    query: {
      bool: { filter: [{ bool: { should: [{ prefix: { [field]: prefix } }, byDefault] } }] },
    },
    sort: [{ population: 'desc' }, { id: 'asc' }],
    size: LIMIT,
    ...ofLanguage(language),
  });
}
