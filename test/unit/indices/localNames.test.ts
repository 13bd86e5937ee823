import { expect, test } from '@jest/globals';
import type { Names } from '../../../indices/languages.js';
import { localNames } from '../../../indices/localNames.js';
import { unfitFields } from '../../../indices/unfitFields.js';

const KYIV: Names = { en: 'Kyiv', uk: 'Київ', ru: 'Киев', de: 'Kiew', fr: 'Kiev', es: 'Kiev', it: 'Kiev', pt: 'Kiev' }; // prettier-ignore

test.each<[string, Names, Parameters<typeof localNames>[1], string[]]>([
  ['of the languages given', KYIV, ['uk', 'ru'], ['Киев', 'Київ']],
  ['that five languages share', { ...KYIV, nl: 'Kiev' }, ['uk'], ['Kiev', 'Київ']],
  ['that four languages share, of none', KYIV, [], []],
  ['of a language without a name', { en: 'Kyiv' }, ['uk'], []],
])('local names are those %s', (_, names, languages, expected) => {
  expect([...localNames(names, languages)].sort()).toEqual(expected);
});

type Properties = Parameters<typeof unfitFields>[0];
test.each<[string, Properties, Properties, string[]]>([
  ['is the same', { a: { type: 'keyword' } }, { a: { type: 'keyword' } }, []],
  ['has more', { a: { type: 'keyword' } }, { a: { type: 'keyword' }, b: { type: 'text' } }, []],
  ['lacks a field', { a: { type: 'keyword' }, b: { type: 'text' } }, { a: { type: 'keyword' } }, ['b']],
  ['has another type', { a: { type: 'keyword' } }, { a: { type: 'text' } }, ['a']],
  ['does not index a field', { a: { type: 'keyword' } }, { a: { type: 'keyword', index: false } }, ['a']],
  ['indexes a field that need not be', { a: { type: 'keyword', index: false } }, { a: { type: 'keyword' } }, []],
  ['does not index what need not be', { a: { type: 'keyword', index: false } }, { a: { type: 'keyword', index: false } }, []],
  ['has an object without its type', { a: { type: 'object', properties: { b: { type: 'text' } } } }, { a: { properties: { b: { type: 'text' } } } }, []],
  ['lacks a field of an object', { a: { properties: { b: { type: 'text' } } } }, { a: { properties: {} } }, ['a.b']],
  ['has nothing', { a: { type: 'keyword' } }, undefined, ['a']],
  ['needs nothing', undefined, undefined, []],
])('a live index %s', (_, wanted, live, fields) => {
  expect(unfitFields(wanted, live)).toEqual(fields);
}); // prettier-ignore
