import { expect, test } from '@jest/globals';
import {
  canonicalToken,
  partsOf,
  type Reading,
  readingsOf,
} from '../../../../src/matching/readings.js';

const COUNTRIES = new Map([['france', 'FRA'], ['usa', 'USA'], ['us', 'USA']]); // prettier-ignore

const countryIdsOf = (phrase: string, isTyping: boolean): string[] =>
  [...COUNTRIES].flatMap(([name, id]) =>
    name === phrase || (isTyping && name.startsWith(phrase)) ? [id] : [],
  );

/** Writes a reading as `2! name… / qualifier (countries)…`; `2` is its fallback, `!` exact, and `…` may go on. */
function written({ words, isTyping, qualifiers, fallback, isExact }: Reading): string {
  const phrases = qualifiers.map(({ phrase, isTyping, countryIds }) => {
    const ids = [...new Set(countryIds)].join();
    return `${phrase}${isTyping ? '…' : ''}${ids && ` (${ids})`}`;
  });
  const marks = fallback === 0 && !isExact ? '' : `${fallback}${isExact ? '!' : ''} `;
  return [marks + words.join(' ') + (isTyping ? '…' : ''), ...phrases].join(' / ');
}

const readings = (token: string): string[] => readingsOf(token, countryIdsOf).map(written);

test.each([
  ['Paris', ['paris…']],
  ['Paris, France', ['paris… / france… (FRA)', '2 paris…', '3! france…']],
  ['paris, fr', ['paris… / fr… (FRA)', '2 paris…', '3! fr…']],
  ['Paris, TX, USA', ['paris… / tx / usa… (USA)', '2 paris…', '3! tx… / usa… (USA)', '4! usa…']],
  ['، باريس،', ['باريس…']],
  ['東京、日本', ['东京… / 日本…', '2 东京…', '3! 日本…']],
  // What separates like a comma may be a part of the name.
  ['Milano (MI)', ['milano mi…', 'milano… / mi', '2 milano…', '3! mi…']],
  ['biel/bienne', ['biel bienne…', 'biel… / bienne…', '2 biel…', '3! bienne…']],
  ['“Paris”', ['paris…']],
  ['🇫🇷', ['fr']],
  ['🇺🇸 Paris', ['paris us…', 'paris… / us (USA)', '2 paris…', '3! us…']],
  ['1010 Wien', ['0! 1010 wien…', '0! 1010 / wien…', '1 wien…']],
  ['london sw1a 1aa, us', ['0! london sw1a 1aa… / us… (USA)', '1 london… / us… (USA)', '2 london…', '3! us…']],
  ['1012 AB Amsterdam', ['0! 1012 ab amsterdam…', '0! 1012 ab / amsterdam…', '0! 1012 / ab amsterdam…', '1 amsterdam…']],
  ['1 Rue X, 75001 Paris', ['0! 1 rue x… / 75001 paris…', '1 rue x… / paris…', '2 rue x…', '3! paris…']],
  ['12', ['12…']],
  ['東京都', ['东京都…', '0! 东京']],
  ['北海道', ['北海道…']],
  ['四日市', ['四日市…', '0! 四日']],
  ['三重県四日市市', ['三重県四日市市…', '0! 四日市 / 三重県', '0! 四日市', '2! 三重']],
  ['京都府京都市1-1', ['0! 京都府京都市1 1…', '1 京都府京都市…', '1! 京都 / 京都府', '1! 京都', '2! 京都']],
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
  expect(readingsOf('paris, tx', countryIdsOf)).toMatchObject([{ weight: name?.weight }, {}, {}]);
});

test('no token has more words, or more readings, than are affordable', () => {
  const all = readingsOf('us '.repeat(50), countryIdsOf);
  expect(all.length).toBeLessThanOrEqual(12);
  for (const { words } of all) expect(words.length).toBeLessThanOrEqual(10);
  for (const token of [
    'a,'.repeat(50),
    '1 a,'.repeat(25),
    'a b 1 c d,'.repeat(10),
    '広州市 '.repeat(25),
  ]) {
    const some = readingsOf(token, countryIdsOf);
    expect(some.length).toBeLessThanOrEqual(24);
    expect(some.map(({ fallback }) => fallback)).toEqual(
      some.map(({ fallback }) => fallback).sort(),
    );
    for (const { qualifiers } of some) expect(qualifiers.length).toBeLessThanOrEqual(4);
  }
});

test('tokens are alike only if they are read alike', () => {
  expect(canonicalToken('  SÃO　Paulo ,🇧🇷')).toBe(canonicalToken('são paulo , 🇧🇷'));
  const different = ['paris tx', 'paris, tx', 'paris (tx)', 'paris/tx', 'paris 1 tx', 'paris-1 tx'];
  expect(new Set(different.map(canonicalToken)).size).toBe(different.length);
});

test('parts are folded, and empty ones are left out', () => {
  expect(partsOf(' SÃO Paulo,, -,Brasil ，')).toEqual(['sao paulo', 'brasil']);
});
