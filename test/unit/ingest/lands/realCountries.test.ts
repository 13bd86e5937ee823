import { describe, test } from '@jest/globals';
import { expectAllAndOnly } from '../../../support/expectLands.js';
import { realCountries } from '../../../support/landTerritories.js';

describe('lands of real countries, each cell judged by brute force', () => {
  test.each([
    ['Andorra', ['AND', 'ESP', 'FRA']],
    ['Liechtenstein', ['LIE', 'CHE', 'AUT']],
    ['Monaco', ['MCO', 'FRA']],
    ['Vatican City, an enclave', ['VAT', 'ITA']],
    ['San Marino, an enclave', ['SMR', 'ITA']],
    ['Saint Martin, half an island', ['MAF', 'SXM']],
    ['Fiji, on both sides of ±180°', ['FJI']],
    ['Tuvalu, islets of some hundred metres', ['TUV']],
    ['Gibraltar', ['GIB', 'ESP']],
    ['Bouvet Island', ['BVT']],
  ])('%s', (_, ids) => {
    expectAllAndOnly(realCountries(ids));
  });
});
