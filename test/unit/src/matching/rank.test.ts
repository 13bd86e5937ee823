import { describe, expect, test } from '@jest/globals';
import { compact } from 'es-toolkit/array';
import { fold } from '../../../../indices/fold.js';
import {
  type Candidate,
  match,
  type NameKind,
  nearness,
  rank,
} from '../../../../src/matching/rank.js';
import { accentedOf } from '../../../../src/matching/letters.js';
import { readingsOf } from '../../../../src/matching/readings.js';

type Named = Partial<Record<NameKind, string>>;

/** Returns what the token finds among entities whose readings all match, in order. */
function ranked(
  token: string,
  entities: readonly (readonly [name: Named | string, population: number, boost?: number])[],
): string[] {
  const readings = readingsOf(token, () => []);
  const candidates = entities.map(([name, population, boost = 0]): Candidate<string> => {
    const named: Named = typeof name === 'string' ? { shown: name } : name;
    const names = Object.entries(named).map(([kind, text]) => ({
      ...{ text, words: fold(text).split(' ') },
      kind: kind as NameKind,
    }));
    const prominence = Math.log10(1 + population);
    return {
      entity: named.shown ?? '',
      shown: named.shown ?? '',
      prominence,
      names,
      readings,
      boost,
      accented: accentedOf(token),
    };
  });
  return rank(compact(candidates.map((each) => match(each)))).map(({ entity, matchedName }) =>
    matchedName === null ? entity : `${entity} (${matchedName})`,
  );
}

describe('the ranking', () => {
  test.each<[string, string, Parameters<typeof ranked>[1], string[]]>([
    ['by population', 'san', [['San Diego', 1e6], ['San Jose', 2e6]], ['San Jose', 'San Diego']],
    ['a whole name before a longer one of like size', 'york', [['Yorkton', 3e5], ['York', 2e5]], ['York', 'Yorkton']],
    ['a much larger city before a whole name', 'york', [['York', 2e3], ['New York', 8e6]], ['New York', 'York']],
    ['a start before a later word of like size', 'york', [['New York', 3e5], ['Yorkton', 2e5]], ['Yorkton', 'New York']],
    ['the name shown before one in another language', 'wien', [[{ shown: 'A', otherLanguage: 'Wien' }, 2e5], ['Wien', 1e5]], ['Wien', 'A (Wien)']],
    ['a local name before an alias', 'wiene', [[{ shown: 'A', alias: 'Wienes' }, 2e5], [{ shown: 'B', local: 'Wienes' }, 1e5]], ['B (Wienes)', 'A (Wienes)']],
    ['a local name from three letters on, others from five', 'wien', [[{ shown: 'A', alias: 'Wiens' }, 2e5], [{ shown: 'B', otherLanguage: 'Wiens' }, 2e5], [{ shown: 'C', local: 'Wiens' }, 1e5]], ['C (Wiens)']],
    ['a name in another language from five letters on', 'wiene', [[{ shown: 'A', otherLanguage: 'Wienes' }, 2e5]], ['A (Wienes)']],
    ['a whole name in another language, however short', 'ube', [[{ shown: 'A', otherLanguage: 'Ube' }, 2e5]], ['A (Ube)']],
    ['a name in another script than the one shown', 'мос', [[{ shown: 'Moscow', otherLanguage: 'Москва' }, 2e5]], ['Moscow (Москва)']],
    ['one sign of a script of words', '東', [[{ shown: 'Tokyo', otherLanguage: '東京' }, 2e5]], ['Tokyo (東京)']],
    ['no other script, if the shown name is in it, too', 'мос', [[{ shown: 'Мо', otherLanguage: 'Москва' }, 2e5]], []],
    ['a whole alias before what begins with it', 'la', [['Lagos', 8e6], [{ shown: 'Los Angeles', alias: 'LA' }, 4e6]], ['Los Angeles (LA)', 'Lagos']],
    ['typed accents before a more populous city', 'öre', [['Orenburg', 5e5], ['Örebro', 1e5]], ['Örebro', 'Orenburg']],
    ['a missing blank is no error', 'ftworth', [['Fort Worth', 1e5], ['Ftworths', 1e3]], ['Fort Worth', 'Ftworths']],
    ['no error before one, one before two', 'barcelona', [['Barzelone', 3e5], ['Barcelon', 2e5], ['Barcelonas', 1e5]], ['Barcelonas', 'Barcelon', 'Barzelone']],
    ['an alias after an own name that is a tenth as prominent', 'nyc', [[{ shown: 'New York', alias: 'NYC' }, 8e6], ['Nyc', 9e5]], ['Nyc', 'New York (NYC)']],
    ['an alias before an own name that is less prominent', 'nyc', [[{ shown: 'New York', alias: 'NYC' }, 8e6], ['Nyc', 1e4]], ['New York (NYC)', 'Nyc']],
    ['an alias before an own name of less than a tenth of its prominence', 'nyc', [[{ shown: 'New York', alias: 'NYC' }, 8e6], ['Nyc', 7e5]], ['New York (NYC)', 'Nyc']],
    ['an alias right after an own name, before what begins with it', 'nyc', [[{ shown: 'New York', alias: 'NYC' }, 8e6], ['Nyc', 9e5], ['Nycity', 1e3]], ['Nyc', 'New York (NYC)', 'Nycity']],
    ['aliases without an own name by score', 'nyc', [[{ shown: 'A', alias: 'NYC' }, 1e6], [{ shown: 'B', alias: 'NYC' }, 8e6], ['Nycity', 3e6]], ['B (NYC)', 'Nycity', 'A (NYC)']],
    ['an alias after an own name, although it is near', 'nyc', [[{ shown: 'New York', alias: 'NYC' }, 8e6, 3], ['Nyc', 9e5]], ['Nyc', 'New York (NYC)']],
    ['aliases after an own name by population', 'nyc', [[{ shown: 'A', alias: 'NYC' }, 1e6], [{ shown: 'B', alias: 'NYC' }, 8e6], ['Nyc', 9e5]], ['Nyc', 'B (NYC)', 'A (NYC)']],
    ['nothing is guessed after an exact name', 'lodon', [['London', 200], ['Lodon', 1e6]], ['Lodon']],
    ['what begins with the token stays after an exact name', 'lodon', [['Lodonia', 200], ['Lodon', 1e6]], ['Lodon', 'Lodonia']],
    ['a guess that is far larger stays, and may come first', 'lodon', [['London', 9e6], ['Lodon', 1]], ['London', 'Lodon']],
    ['a guess that is not typed to its end never before an exact name', 'lodon', [['Londonderry', 9e6], ['Lodon', 1]], ['Lodon', 'Londonderry']],
    ['own names of the same text by score', 'lodon', [['Lodon', 1], ['Lodon', 9e6], ['Lodonia', 1e6]], ['Lodon', 'Lodonia', 'Lodon']],
    ['what is near is raised', 'paris', [['Paris', 2e6], [{ shown: 'Paris, Texas', otherLanguage: 'Paris' }, 2e4, 3]], ['Paris, Texas', 'Paris']],
    ['the name shown, if several match', 'wien', [[{ shown: 'Wien', otherLanguage: 'Wiener', alias: 'wien' }, 1]], ['Wien']],
    ['what resembles nothing is left out', 'xqzzk', [['Xanten', 1e6], ['Quito', 1e6]], []],
  ])('%s: %s', (_, token, entities, expected) => {
    expect(ranked(token, entities)).toEqual(expected);
  }); // prettier-ignore

  // A weight of 1 is worth ten times the population.
  test.each<[string, number, string, Named, Named]>([
    ['a word typed to its end', 0.4, 'san', { shown: 'San Diego' }, { shown: 'Santos' }],
    ['the whole name', 1, 'york', { shown: 'York' }, { shown: 'York Town' }],
    ['the first word', 1, 'york', { shown: 'York Town' }, { shown: 'New York' }],
    ['the name shown, not a local one', 0.7, 'wie', { shown: 'Wien' }, { shown: 'A', local: 'Wien' }],
    ['the name shown, not one in another language', 2.5, 'wiene', { shown: 'Wienes' }, { shown: 'A', otherLanguage: 'Wienes' }],
    ['the name shown, not an alias', 3.5, 'wiene', { shown: 'Wienes' }, { shown: 'A', alias: 'Wienes' }],
    ['no missing blank', 1.2, 'ftwor', { shown: 'Ftworths' }, { shown: 'Fort Worth' }],
    ['the accents that were typed', 4, 'öre', { shown: 'Örebro' }, { shown: 'Orenburg' }],
    ['no typing error', 2.7, 'barcelona', { shown: 'Barcelonas' }, { shown: 'Barcelon' }],
    ['one typing error, not two', 0.7, 'barcelona', { shown: 'Barcelon' }, { shown: 'Barzelon' }],
    ['an own name, not an alias', 1, 'nyc', { shown: 'Nyc' }, { shown: 'A', alias: 'NYC' }],
  ])('%s is worth %d', (_, weight, token, better, worse) => {
    const first = (share: number) =>
      ranked(token, [[worse, 1e4 * 10 ** weight * share], [better, 1e4]])[0]?.split(' (')[0];
    expect([first(0.97), first(1.03)]).toEqual([better.shown, worse.shown]);
  }); // prettier-ignore

  test('nearness halves at 300 km, and is nothing far away', () => {
    const at = (latitude: number) => nearness({ latitude: 0, longitude: 0 }, { latitude, longitude: 0 }); // prettier-ignore
    const halfway = 300 / 111.195;
    expect(at(0)).toBe(6);
    expect(at(halfway) / at(0)).toBeCloseTo(0.5, 3);
    expect(at(2 * halfway) / at(0)).toBeCloseTo(1 / 16, 3);
    expect(at(60)).toBeLessThan(1e-9);
  });
});
