import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { wordTerms } from '../../../../indices/words.js';
import { editsBetween, maxEdits } from '../../../../src/matching/edits.js';
import { matchWords } from '../../../../src/matching/words.js';
import { SEED } from '../../../support/random.js';

/** The optimal string alignment distance by its definition, without any limit. */
function naiveDistance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const [before, last] = [one.slice(0, -1), one.at(-1)];
  const [otherBefore, otherLast] = [other.slice(0, -1), other.at(-1)];
  const ways = [
    naiveDistance(before, other) + 1,
    naiveDistance(one, otherBefore) + 1,
    naiveDistance(before, otherBefore) + (last === otherLast ? 0 : 1),
  ];
  if (before.at(-1) === otherLast && last === otherBefore.at(-1) && before !== '' && otherBefore !== '')
    ways.push(naiveDistance(before.slice(0, -1), otherBefore.slice(0, -1)) + 1);
  return Math.min(...ways);
} // prettier-ignore

const prefixesOf = (word: string) =>
  Array.from({ length: word.length + 1 }, (_, end) => word.slice(0, end));

describe('the edits between a typed word and a word', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 });
  // Two edits are allowed from 8 characters on. They share most of them, because the oracle is slow.
  const start = fc.constantFrom('', 'aca');

  test('are those of a naive distance, also to a word that is not typed to its end', () => {
    const property = fc.property(start, word, word, fc.boolean(), (same, one, other, isTyping) => {
      const [typed, whole] = [same + one, same + other];
      const distances = (isTyping ? prefixesOf(other) : [other]).map((each) => naiveDistance(one, each)); // prettier-ignore
      const edits = Math.min(...distances);
      const isSimilar =
        edits === 0 || (typed.startsWith(whole.charAt(0)) && edits <= maxEdits(typed));
      expect(editsBetween(typed, whole, isTyping)).toBe(isSimilar ? edits : undefined);
    });
    fc.assert(property, { numRuns: 400, seed: SEED });
  });

  test.each([
    ['londn', 'london', false, 1],
    ['lodnon', 'london', false, 1],
    ['lodn', 'london', true, 1],
    ['lodn', 'london', false, undefined],
    ['barcelna', 'barcelona', false, 1],
    ['brcelna', 'barcelona', false, undefined],
    ['philadlepia', 'philadelphia', false, 2],
    ['rio', 'rip', true, undefined],
    ['pari', 'paria', false, 1],
    ['aris', 'paris', true, undefined],
    ['maris', 'paris', true, undefined],
    ['москав', 'москва', false, 1],
  ])('%s and %s, typing %s: %s', (typed, whole, isTyping, edits) => {
    expect(editsBetween(typed, whole, isTyping)).toBe(edits);
  });

  test('are none below 4 characters, one below 8, two below 10, then three, and none in words that are too long to be compared', () => {
    expect([1, 3, 4, 7, 8, 9, 10, 20, 21, 600].map((length) => maxEdits('x'.repeat(length)))).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 0, 0]); // prettier-ignore
  });
});

describe('typed words and the words of a name', () => {
  test.each([
    ['new york', 'new york', { isTyped: true, isWhole: true, isFromStart: true, edits: 0 }],
    ['new yo', 'new york', { isTyped: false, isWhole: false, isFromStart: true, edits: 0 }],
    ['york', 'new york', { isTyped: true, isWhole: false, isFromStart: false, edits: 0 }],
    [
      'city new york',
      'new york city',
      { isTyped: true, isWhole: true, isFromStart: false, edits: 0 },
    ],
    [
      'st petersburg',
      'saint petersburg',
      { isTyped: true, isWhole: true, isFromStart: true, edits: 0 },
    ],
    ['saint moritz', 'sankt moritz', { isTyped: true, isWhole: true, isFromStart: true, edits: 0 }],
    ['new yrok', 'new york', { isTyped: true, isWhole: true, isFromStart: true, edits: 1 }],
    [
      'newyork',
      'new york',
      { isTyped: true, isWhole: true, isFromStart: true, isJoined: true, edits: 0 },
    ],
    [
      'new castle',
      'newcastle',
      { isTyped: true, isWhole: true, isFromStart: true, isJoined: true, edits: 0 },
    ],
    // The blank is an edit, too.
    ['newyorc', 'new york', undefined],
    // A word of the name counts once, and only the last word may be typed in part.
    ['baden', 'baden baden', { isTyped: true, isWhole: false, isFromStart: true, edits: 0 }],
    ['baden baden', 'baden', undefined],
    ['san san', 'san jose', undefined],
    ['ne york', 'new york', undefined],
    // The exact word, and not the first one that it begins.
    [
      'santa ana',
      'santa anastasia ana',
      { isTyped: true, isWhole: false, isFromStart: false, edits: 0 },
    ],
    // A character of two UTF-16 units.
    ['𠮷野', '𠮷野', { isTyped: true, isWhole: true, isFromStart: true, edits: 0 }],
    ['xqzzk', 'new york', undefined],
  ])('%s, %s: %j', (typed, name, expected) => {
    const match = matchWords(typed.split(' '), true, name.split(' '));
    expect(match).toEqual(expected);
  });

  test('a last word that is typed to its end must be whole', () => {
    expect(matchWords(['new', 'yo'], false, ['new', 'york'])).toBeUndefined();
  });

  test('terms are the words, their spellings, the name without blanks, and prefixes of 2 to 12 characters', () => {
    const terms = wordTerms(['st moritz', 'llanfairpwllgwyngyll', '東京 𠮷野']);
    expect(terms).toEqual(expect.arrayContaining(['st', 'saint', 'sankt', 'moritz', 'mo', 'morit']));
    expect(terms).toEqual(expect.arrayContaining(['stmoritz', '東京', '𠮷野', '東京𠮷野', '東京𠮷']));
    expect(terms).toEqual(expect.arrayContaining(['llanfairpwll', 'llanfairpwllgwyngyll']));
    for (const none of ['m', 'llanfairpwllg', 's', '東', '\ud842']) expect(terms).not.toContain(none);
    expect(new Set(terms).size).toBe(terms.length);
  }); // prettier-ignore
});
