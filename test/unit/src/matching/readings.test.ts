import { expect, test } from '@jest/globals';
import { partsOf, type Reading, readingsOf } from '../../../../src/matching/readings.js';

const COUNTRIES = new Map([['france', 'FRA'], ['usa', 'USA'], ['us', 'USA']]); // prettier-ignore

const countryIdsOf = (phrase: string, isTyping: boolean): string[] =>
  [...COUNTRIES].flatMap(([name, id]) =>
    name === phrase || (isTyping && name.startsWith(phrase)) ? [id] : [],
  );

/** Writes a reading as `name… / qualifier (countries)…`; `…` may go on. */
function written({ words, isTyping, qualifiers }: Reading): string {
  const phrases = qualifiers.map(({ phrase, isTyping, countryIds }) => {
    const ids = [...new Set(countryIds)].join();
    return `${phrase}${isTyping ? '…' : ''}${ids && ` (${ids})`}`;
  });
  return [words.join(' ') + (isTyping ? '…' : ''), ...phrases].join(' / ');
}

const readings = (token: string): string[] => readingsOf(token, countryIdsOf).map(written);

test.each([
  ['Paris', ['paris…']],
  ['Paris, France', ['paris… / france… (FRA)']],
  ['paris, fr', ['paris… / fr… (FRA)']],
  ['Paris, TX, USA', ['paris… / tx / usa… (USA)']],
  ['، باريس،', ['باريس…']],
  ['東京、日本', ['東京… / 日本…']],
  ['paris tx', ['paris tx…', 'paris / tx…']],
  ['rome x', ['rome x…']],
  ['paris tx usa', ['paris tx usa…', 'paris tx / usa… (USA)', 'paris / tx usa…', 'paris / tx / usa… (USA)']],
  [' ,,- , . ', []],
])('%j is read as %j', (token, expected) => {
  expect(readings(token)).toEqual(expected);
}); // prettier-ignore

test('a qualifier without a comma weighs less than a name', () => {
  const [name, qualified] = readingsOf('paris tx', countryIdsOf);
  expect(qualified?.weight).toBeLessThan(name?.weight ?? NaN);
  expect(readingsOf('paris, tx', countryIdsOf)).toMatchObject([{ weight: name?.weight }]);
});

test('no token has more words, or more readings, than are affordable', () => {
  const all = readingsOf('us '.repeat(50), countryIdsOf);
  expect(all.length).toBeLessThanOrEqual(12);
  for (const { words } of all) expect(words.length).toBeLessThanOrEqual(10);
  const [commas] = readingsOf('a,'.repeat(50), countryIdsOf);
  expect(commas?.qualifiers.length).toBeLessThanOrEqual(4);
});

test('parts are folded, and empty ones are left out', () => {
  expect(partsOf(' SÃO Paulo,, -,Brasil ，')).toEqual(['sao paulo', 'brasil']);
});
