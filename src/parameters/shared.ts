import type { ValuesOf } from '../../core/elasticsearch/environment.js';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '../../indices/languages.js';
import { documented } from './documented.js';
import { idList } from './idList.js';
import { queryJoi } from './joi.js';
import { LANGUAGE_TAG, lookUpLanguage } from './language.js';
import { locationKeys, readPoint, withLocation } from './location.js';
import { objectOf, type ParametersOf, parameterRules } from './rules.js';

/**
 * The parameters that several resources take: decisions on what is accepted, in one place for
 * checks and documentation. Those that only one takes stand with it.
 */

const MAX_OFFSET = 100_000;
const MAX_TOKEN_CHARACTERS = 100;

export const language = documented(
  queryJoi
    .string<Language>()
    .pattern(LANGUAGE_TAG)
    .custom((tag: string, helpers) => lookUpLanguage(tag) ?? helpers.error('any.invalid'))
    .default(DEFAULT_LANGUAGE),
  {
    meaning: 'Language of names',
    rule: `a BCP 47 tag, in any case, looked up as in RFC 4647 (\`fr-CA\` means \`fr\`), of one of these languages: ${LANGUAGES.join(', ')}`,
    example: 'fr',
  },
);

const primaryOnly = documented(queryJoi.boolean().default(false), {
  meaning: 'Whether only primary entities are looked at',
  rule: '`true` or `false`, in any case',
  example: true,
});

/** Parameters of nearly every lookup of countries and cities. */
export const sharedKeys = { primary_only: primaryOnly, lang: language };

/** A lookup at a point, as several resources take it. */
export type PointLookup = ParametersOf<typeof pointLookup>;
export const pointLookup = parameterRules(
  withLocation(objectOf({ ...locationKeys, ...sharedKeys })),
  (query) => ({ point: readPoint(query), primaryOnly: query.primary_only, language: query.lang }),
);

const anyName = documented(queryJoi.boolean().default(false), {
  meaning:
    'Whether names in all languages, and default names, are looked at; the answer shows the name in the language of `lang` all the same',
  rule: '`true` or `false`, in any case',
  example: true,
});

export const offset = documented(queryJoi.number().integer().min(0).max(MAX_OFFSET).default(0), {
  meaning: 'How many results are skipped',
  rule: `an integer from 0 to ${MAX_OFFSET}`,
  example: 0,
});

/** Upper-case codes. */
export const countryIds = idList(
  queryJoi
    .string()
    .pattern(/^[A-Za-z]{3}$/)
    .custom((code: string) => code.toUpperCase()),
  {
    meaning: 'Countries',
    rule: 'ISO 3166-1 alpha-3 codes (3 letters, in any case)',
    example: ['FRA', 'DEU'],
  },
);

/** Without blanks around it; not folded yet. */
export const token = documented(
  queryJoi
    .string()
    .trim()
    // The flag `u` makes this count characters, not UTF-16 units; blanks around them do not count.
    .pattern(new RegExp(`^\\s*\\S(?:[\\s\\S]{0,${MAX_TOKEN_CHARACTERS - 2}}\\S)?\\s*$`, 'u'))
    .required(),
  {
    meaning: 'Beginning of a name',
    rule: `a text of 1 to ${MAX_TOKEN_CHARACTERS} characters, not counting blanks around it`,
    example: 'saint d',
  },
);

/** Parameters of a lookup by name. */
export const nameKeys = { token, any_name: anyName, ...sharedKeys };

/** Names the values of `nameKeys`, and the limit, as the query builders do. */
export function readNameQuery<Limit>(query: ValuesOf<typeof nameKeys> & { limit: Limit }) {
  // Written out: a rest of the others takes as long as all other work on a kept answer.
  return {
    token: query.token,
    limit: query.limit,
    anyName: query.any_name,
    primaryOnly: query.primary_only,
    language: query.lang,
  };
}
