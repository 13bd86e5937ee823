import { expect, test } from '@jest/globals';
import Joi from 'joi';
import * as cities from '../../../../src/cities/params.js';
import * as countries from '../../../../src/countries/params.js';
import { ApiError } from '../../../../src/errors.js';
import * as lands from '../../../../src/lands/params.js';
import * as markers from '../../../../src/markers/params.js';
import { Members } from '../../../../src/parameters/members.js';
import { objectOf, type ParameterRules, parameterRules } from '../../../../src/parameters/rules.js';
import * as places from '../../../../src/places/params.js';
import { randomNumbers } from '../../../support/borderPoints.js';

type Values = Record<string, unknown>;

/** Right and wrong values of each parameter. */
const VALUES: Record<string, readonly unknown[]> = {
  lat: ['48.85', '0', '-90', '91', '1e1', ''],
  lng: ['2.35', '-180', '180', '181', 'ten'],
  land_id: ['881fb46625fffff', '881FB46625FFFFF', '861fb4667ffffff', 'no'],
  k: ['0', '3', '10', '11', '-1', '1.5'],
  lang: ['en', 'FR', 'fr-CA', 'xx', ''],
  primary_only: ['true', 'FALSE', 'yes'],
  any_name: ['true', 'false', '1'],
  token: ['par', ' saint d ', '   ', 'a'.repeat(101)],
  limit: ['1', '10', '1000', '0', '10001', '99999999999999999999'],
  offset: ['0', '7', '100001'],
  radius: ['1500', '0', '50001'],
  season: ['7', 7, '-1', 1.5],
  city_ids: ['FRA_Paris', 'FRA_Paris,ITA_Rome', ' , '],
  country_ids: ['fra', 'FRA,deu,fra', 'france'],
  land_ids: ['881fb46625fffff', '881fb46625fffff,881fb46627fffff', 'x'],
  place_ids: ['geonames-2988507', ','],
  id: ['geonames-2988507', 'x', '', 7],
  icon: [12, 0, '12'],
  skin: ['gold', '', 3],
};

const RULES = { cities, countries, lands, markers, places };
const all = Object.entries(RULES).flatMap(([resource, rules]) =>
  Object.entries(rules).map(([name, one]): [string, ParameterRules<unknown>] => [
    `${resource}/${name}`,
    one as ParameterRules<unknown>,
  ]),
);

test.each(all)('%s: the same by single members as by the whole', (_, { schema }) => {
  const whole = schema.prefs({ abortEarly: false });
  const rules = parameterRules(schema, (query: unknown) => query);
  const random = randomNumbers(7);
  const names = Object.keys((schema.describe() as { keys: object }).keys);
  const tried = { right: 0, faulty: 0 };
  for (let round = 0; round < 500; round += 1) {
    const values: Values = {};
    // In any order, and mostly right.
    for (const name of names.toSorted(() => random() - 0.5)) {
      const choices = VALUES[name] ?? [];
      const among = random() < 0.8 ? Math.min(2, choices.length) : choices.length;
      if (random() < 0.7) values[name] = choices[Math.floor(random() * among)];
    }
    const expected: Joi.ValidationResult<unknown> = whole.validate(values);
    if (expected.error === undefined) {
      tried.right += 1;
      expect(rules.read(values, new Map())).toEqual(expected.value);
    } else {
      tried.faulty += 1;
      expect(() => rules.read(values, new Map())).toThrow(ApiError);
    }
  }
  expect(Math.min(tried.right, tried.faulty)).toBeGreaterThan(15);
});

test('members come in the order of the schema, whoever gives them', () => {
  const rules = parameterRules(
    objectOf({ a: Joi.string().required(), b: Joi.string().default('x') }),
    (query) => Object.keys(query),
  );
  const orders = [{ b: '1', a: '2' }, { b: '1', a: '2' }, { a: '1', b: '2' }, { a: '1' }];
  for (const values of orders) expect(rules.read(values, new Map())).toEqual(['a', 'b']);
});

test('a list that one caller got is not that of another', () => {
  const read = (): string[] => countries.findByIds.read({ country_ids: 'fra' }, new Map()).ids;
  read().push('DEU');
  expect(read()).toEqual(['FRA']);
});

test.each([
  ['a relation of values', Joi.object({ a: Joi.string() }).with('a', 'b')],
  ['a rule of the whole', Joi.object({ a: Joi.string() }).min(1)],
])('%s is refused when the rules are made', (_, schema) => {
  expect(() => new Members(schema)).toThrow('members cannot be checked alone');
});
