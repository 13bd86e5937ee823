import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { curlOf } from '../../../../web/explorer/api/curl.js';
import { buildMarker, citiesNamed } from '../../../../web/explorer/api/requests.js';

const ORIGIN = 'http://127.0.0.1:3000';

test('a lookup is one command, with a token that is no secret', () => {
  expect(curlOf(citiesNamed('são', 'pt', 8), ORIGIN, 'dev-public')).toBe(
    `curl -s -H 'Authorization: Bearer dev-public' 'http://127.0.0.1:3000/cities/findByName?token=s%C3%A3o&any_name=true&lang=pt&limit=8'`,
  );
});

test('any other token is a variable of the shell', () => {
  expect(curlOf(citiesNamed('a', 'en', 8), ORIGIN, undefined)).toContain(
    '-H "Authorization: Bearer $TOKEN" ',
  );
});

test('a shell reads quotes as they were written', () => {
  const request = buildMarker("o'clock $HOME `id`", 7, 12);
  const command = curlOf(request, ORIGIN, 'dev-internal').replace('curl', "printf '%s\\n'");
  const words = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trim().split('\n');
  expect(words).toEqual([
    '-s',
    '-X',
    'PUT',
    '-H',
    'Authorization: Bearer dev-internal',
    '-H',
    'Content-Type: application/json',
    'http://127.0.0.1:3000/markers/update',
    '-d',
    '{"id":"o\'clock $HOME `id`","season":7,"icon":12}',
  ]);
});
