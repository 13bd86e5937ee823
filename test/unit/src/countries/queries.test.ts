import { describe, expect, test } from '@jest/globals';
import * as queries from '../../../../src/countries/queries.js';

const summary = (language: string): string[] => [
  'id',
  `names.${language}`,
  'continent',
  'population',
];

describe('findByName', () => {
  const asked = {
    token: ' Côte-d',
    limit: undefined,
    primaryOnly: false,
    language: 'fr',
    anyName: false,
  } as const;

  test('a folded prefix of the name in the language', () => {
    expect(queries.findByName(asked)).toEqual({
      query: { bool: { filter: [{ prefix: { 'folded.fr': 'cote d' } }] } },
      sort: [{ population: 'desc' }, { id: 'asc' }],
      size: 1_000,
      _source: summary('fr'),
    });
  });

  test('of the name in any language', () => {
    const { query } = queries.findByName({ ...asked, anyName: true });
    expect(query).toEqual({ bool: { filter: [{ prefix: { 'folded.any': 'cote d' } }] } });
  });

  test('of the primary ones, a few', () => {
    const body = queries.findByName({ ...asked, limit: 3, primaryOnly: true });
    expect(body.query?.bool?.filter).toContainEqual({ term: { primary: true } });
    expect(body.size).toBe(3);
  });

  test.each(['-', ' . ', '\ufdfa'.repeat(100)])('nothing for %j', (token) => {
    expect(queries.findByName({ ...asked, token }).query).toEqual({ match_none: {} });
  });
});
