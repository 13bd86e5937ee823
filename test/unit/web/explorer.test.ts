import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LANGUAGES as SERVICE_LANGUAGES } from '../../../indices/languages.js';
import { curlOf } from '../../../web/explorer/api/curl.js';
import { failureOf, notRetried, unreachable } from '../../../web/explorer/api/failures.js';
import { buildMarker, citiesNamed } from '../../../web/explorer/api/requests.js';
import { sourceOf } from '../../../web/explorer/api/send.js';
import {
  directionOf,
  LANGUAGES,
  ownNameOf,
  preferredLanguage,
} from '../../../web/explorer/languages.js';
import { Retries } from '../../../web/explorer/model/retries.js';
import { readAddress, writeAddress } from '../../../web/explorer/state/address.js';
import { type Address, START } from '../../../web/explorer/state/state.js';

describe('the address of the page', () => {
  const FULL: Address = {
    page: 'map',
    camera: { centre: { latitude: 46.2, longitude: 6.1432 }, zoom: 11.25 },
    point: { latitude: -33.86882, longitude: 151.20929 },
    rings: 10,
    colouring: 'biome',
    projection: 'flat',
    language: 'ja',
    showsMarkers: true,
    season: 7,
    radiusMeters: 1_500,
  };

  test('a link holds all of the state', () => {
    const fragment = writeAddress(FULL);
    expect(fragment).toBe(
      '#map?view=11.25/46.2/6.1432&at=-33.86882,151.20929&k=10&by=biome&projection=flat&lang=ja&markers=1&season=7&radius=1500',
    );
    expect(readAddress(fragment)).toEqual(FULL);
  });

  test('what is as at the start is left out', () => {
    expect(writeAddress(START)).toBe('#map');
    expect(readAddress('')).toEqual(START);
    expect(readAddress('#map')).toEqual(START);
  });

  test.each([
    'at=91,0',
    'at=0,181',
    'at=1',
    'at=1,2,3',
    'at=,',
    'at=a,b',
    'view=19/0/0',
    'view=3/0',
    'view=',
    'k=11',
    'k=1.5',
    'k=-1',
    'k=',
    'by=colour',
    'projection=cube',
    'lang=xx',
    'markers=yes',
    'season=-1',
    'radius=0',
    'radius=50001',
    'nothing=1',
    'lang=__proto__',
    'by=constructor',
    'projection=toString',
    '__proto__=1&constructor=1',
    'at=Infinity,0',
    'k=1e999',
  ])('%s makes no sense, and is as at the start', (query) => {
    expect(readAddress(`#map?${query}`)).toEqual(START);
  });

  test.each(['#__proto__', '#constructor?k=%', `#map?at=${','.repeat(100_000)}`])(
    'nor does %.20s',
    (fragment) => {
      expect(readAddress(fragment)).toEqual(START);
    },
  );
});

describe('languages', () => {
  test('the languages are those of the service', () => {
    expect(LANGUAGES).toEqual(SERVICE_LANGUAGES);
  });

  test('each is called as its speakers call it', () => {
    const names = (['fr', 'ru', 'ja', 'ar', 'nb', 'tr'] as const).map(ownNameOf);
    expect(names).toEqual(['Français', 'Русский', '日本語', 'العربية', 'Norsk bokmål', 'Türkçe']);
  });

  test('three are written from right to left', () => {
    expect(LANGUAGES.filter((code) => directionOf(code) === 'rtl')).toEqual(['ar', 'fa', 'he']);
  });

  test.each([
    [['fr-CA', 'en'], 'fr'],
    [['ga', 'zh-Hant-TW'], 'zh'],
    [['no'], 'nb'],
    [['iw'], 'he'],
    [['ga'], 'en'],
    [[], 'en'],
  ])('of %j it is %s', (tags, language) => {
    expect(preferredLanguage(tags)).toBe(language);
  });
});

describe('failures', () => {
  test.each([
    ['geographic-data; hit', 'cache'],
    ['geographic-data;hit', 'cache'],
    ['geographic-data; fwd=miss', 'elasticsearch'],
    ['geographic-data; fwd=miss; hit-ratio=0', 'elasticsearch'],
    [null, undefined],
  ])('Cache-Status %s is of an answer that is %s', (header, source) => {
    expect(sourceOf(header)).toBe(source);
  });

  test.each([401, 403])('%i asks for a token', (status) => {
    const failure = failureOf(status, 'No.', undefined);
    expect(failure).toMatchObject({ message: 'No.', needsToken: true, isTemporary: false });
    expect(failure.advice).toMatch(/enter/i);
  });

  test.each([429, 502, 503, 504])('%i is tried again', (status) => {
    expect(failureOf(status, 'Wait.', 3)).toMatchObject({
      isTemporary: true,
      retryAfterSeconds: 3,
      needsToken: false,
    });
  });

  test('what is asked once is not said to be tried again by itself', () => {
    expect(notRetried(failureOf(503, 'Wait.', 3)).advice).toBe('Try again in 3 s.');
    expect(notRetried(unreachable(false)).advice).toBe('Try again.');
    const stale = failureOf(409, 'Older.', undefined);
    expect(notRetried(stale)).toBe(stale);
  });

  test('an answer that is not of the service says so', () => {
    expect(failureOf(502, undefined, undefined).message).toMatch(/something else/);
  });

  test('offline is told from a service that is away', () => {
    expect(unreachable(false).message).toBe('You are offline.');
    expect(unreachable(true).message).toBe('The service does not answer.');
  });
});

describe('the command line of a request', () => {
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
});

describe('retries', () => {
  let again = 0;
  let retries: Retries;
  beforeEach(() => {
    jest.useFakeTimers();
    again = 0;
    retries = new Retries(() => {
      again += 1;
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('waits grow until all is well', () => {
    for (const waitMs of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
      const before = again;
      retries.schedule();
      jest.advanceTimersByTime(waitMs - 1);
      expect(again).toBe(before);
      jest.advanceTimersByTime(1);
      expect(again).toBe(before + 1);
    }
    retries.reset();
    retries.schedule();
    jest.advanceTimersByTime(1_000);
    expect(again).toBe(7);
  });

  test('of two failures the one that asks for more is waited for', () => {
    retries.schedule();
    retries.schedule(30);
    retries.schedule(5);
    jest.advanceTimersByTime(29_999);
    expect(again).toBe(0);
    jest.advanceTimersByTime(1);
    expect(again).toBe(1);
    jest.advanceTimersByTime(60_000);
    expect(again).toBe(1);
  });

  test.each([2 ** 31 / 1_000, 1e12, Infinity])('after %d seconds nobody would look', (seconds) => {
    retries.schedule(seconds);
    jest.advanceTimersByTime(599_999);
    expect(again).toBe(0);
    jest.advanceTimersByTime(1);
    expect(again).toBe(1);
  });
});
