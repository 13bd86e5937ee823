import type Joi from 'joi';
import type { ValuesOf } from '../../core/elasticsearch/environment.js';
import {
  DEFAULT_LANGUAGE,
  type Language,
  languageOf,
  LANGUAGES,
  OTHER_CODES,
} from '../../indices/languages.js';
import { documented, idList, inAnyCase, queryJoi } from './joi.js';
import { locationFaults, locationKeys, readPoint } from './location.js';
import { type ParametersOf, parameterRules } from './rules.js';

// Parameters that several resources take. A parameter of one resource stands in its `params.ts`.

const MAX_OFFSET = 100_000;
const MAX_TOKEN_CHARACTERS = 100;
const BOOLEAN_RULE = '`true` or `false`, in any case';

/** A BCP 47 tag that starts with one of our languages, or a locale of a system such as `ja_JP`. */
const LANGUAGE_TAG = new RegExp(
  `^(?:${inAnyCase([...LANGUAGES, ...Object.keys(OTHER_CODES)])})(?:[-_][a-zA-Z0-9]{1,8})*$`,
);

export const language = documented(
  queryJoi.string<Language>().pattern(LANGUAGE_TAG).custom(languageOf).default(DEFAULT_LANGUAGE),
  {
    meaning: 'Language of names',
    rule: `a BCP 47 tag, in any case, looked up as in RFC 4647 (\`fr-CA\` means \`fr\`), of one of these languages: ${LANGUAGES.join(', ')}; \`no\`, \`iw\` and \`in\` mean \`nb\`, \`he\` and \`id\`, and \`ja_JP\` means \`ja\``,
    example: 'fr',
  },
);

const primaryOnly = documented(queryJoi.boolean().default(false), {
  meaning: 'Whether only primary entities are searched',
  rule: BOOLEAN_RULE,
  example: true,
});

/** The parameters of nearly every lookup of countries and cities. */
export const sharedKeys = { primary_only: primaryOnly, lang: language };

/** Returns the typed parameters that `sharedKeys` check. */
export function readShared(query: ValuesOf<typeof sharedKeys>) {
  return { primaryOnly: query.primary_only, language: query.lang };
}

/** A lookup at a point. */
export type PointLookup = ParametersOf<typeof pointLookup>;
export const pointLookup = parameterRules(
  { ...locationKeys, ...sharedKeys },
  (query) => ({ point: readPoint(query), ...readShared(query) }),
  locationFaults,
);

const anyName = documented(queryJoi.boolean().default(false), {
  meaning:
    'Whether names in all languages, and default names, are searched; the answer shows names in the language of `lang` all the same; no effect with `match=fuzzy`',
  rule: BOOLEAN_RULE,
  example: true,
});

/** Makes a limit with a default and a maximum. */
export const limitOf = (bounds: { default: number; max: number }): Joi.NumberSchema =>
  documented(queryJoi.number().integer().min(1).max(bounds.max).default(bounds.default), {
    meaning: 'The most results to return',
    rule: `an integer from 1 to ${bounds.max}`,
    example: 10,
  });

export const offset = documented(queryJoi.number().integer().min(0).max(MAX_OFFSET).default(0), {
  meaning: 'The number of results to skip',
  rule: `an integer from 0 to ${MAX_OFFSET}`,
  example: 0,
});

/** Codes in upper case. */
export const countryIds = idList(
  queryJoi
    .string()
    .pattern(/^[A-Za-z]{3}$/)
    .custom((code: string) => code.toUpperCase()),
  {
    meaning: 'Countries',
    rule: 'ISO 3166-1 alpha-3 codes (3 letters, in any case)',
    example: ['FRA', 'JPN'],
  },
);

/** Without blanks around it, and not folded. */
export const token = documented(
  queryJoi
    .string()
    .trim()
    // The flag `u` makes this count characters, not UTF-16 units. Blanks around them do not count.
    .pattern(new RegExp(`^\\s*\\S(?:[\\s\\S]{0,${MAX_TOKEN_CHARACTERS - 2}}\\S)?\\s*$`, 'u'))
    .required(),
  {
    meaning: 'The start of a name, or what a person types',
    rule: `a text of 1 to ${MAX_TOKEN_CHARACTERS} characters, not counting blanks around it`,
    example: 'par',
  },
);

/** Describes `match=fuzzy`, for the routes that take it. */
export const FUZZY =
  'With `match=fuzzy` a name also matches by any of its words, in any order, with typing errors (one in words of 4 to 7 characters, two in words of 8 and 9, three in longer ones; the first character must be right), and by aliases, former names and codes (`NYC`, `Burma`, `UK`), in any language. `matched_names` beside `data` has the name that matched if it is not the one shown. Brackets, slashes and quotes separate like commas, a flag is its country, and if nothing matches, postal codes and what stands before the last part of an address do not count. Whole names always count; the start of a name in another language than that of `lang`, of the country or of `Accept-Language`, and of an alias, counts from five letters on. The best matches come first: by prominence (population, and in how many languages a city has names), less for a later word, a name in another language, an alias or a typing error, more for a whole name.';

/** How a token is compared with names. */
const MATCHES = ['prefix', 'fuzzy'] as const;
export type Match = (typeof MATCHES)[number];

const match = documented(
  queryJoi
    .string<Match>()
    .valid(...MATCHES)
    .default('prefix'),
  {
    meaning: 'How the token is compared with names, see the description',
    rule: '`prefix` or `fuzzy`',
    example: 'fuzzy',
  },
);

/** The parameters of a lookup by name. */
export const nameKeys = { token, match, any_name: anyName, ...sharedKeys };
