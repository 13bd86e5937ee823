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

test('nothing in a command line is obeyed by a terminal, or seen in another order', () => {
  const id = "a\nb\r\u001b[201~\u007f\u009b2J\u202Ecba\u2066' ; rm $(x) `y` !!";
  const command = curlOf(buildMarker(id, 7, 12), ORIGIN, undefined);
  expect(command).toMatch(/^[ -~]*$/);
  const sent = command.replace(/^.* -d /, "printf '%s' ");
  const body = execFileSync('sh', ['-c', sent], { encoding: 'utf8' });
  expect(JSON.parse(body)).toEqual({ id, season: 7, icon: 12 });
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
