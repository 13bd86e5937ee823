import { expect, test } from '@jest/globals';
import { type Role, rolesOf, surplusOf, WHO } from '../../../operation/access/logins.js';

const { api } = rolesOf('geo');

test.each(WHO)('the role of this version has nothing to prune: %s', (who) => {
  const role = rolesOf('geo')[who];
  expect(surplusOf(role, role)).toEqual({ cluster: [], indices: [] });
  expect(surplusOf(role, undefined)).toEqual({ cluster: [], indices: [] });
});

test('what an earlier version may do is kept, for each name of indices', () => {
  const earlier: Role = {
    cluster: ['monitor', 'manage_ilm'],
    indices: [
      { names: ['geo-markers*', 'geo-token-uses'], privileges: ['write'] },
      { names: ['geo-cities*', 'geo-past'], privileges: ['read', 'view_index_metadata'] },
    ],
  };
  expect(surplusOf(api, earlier)).toEqual({
    cluster: ['manage_ilm'],
    indices: [
      { names: ['geo-markers*'], privileges: ['write'] },
      { names: ['geo-past'], privileges: ['read', 'view_index_metadata'] },
    ],
  });
});

test('a privilege that an administrator has restricted stays restricted', () => {
  const query = '{"term":{"country_id":"FRA"}}';
  const indices = [{ names: 'geo-markers*', privileges: ['write' as const], query }];
  expect(surplusOf(api, { cluster: [], indices }).indices).toEqual([
    { names: ['geo-markers*'], privileges: ['write'], query },
  ]);
});
