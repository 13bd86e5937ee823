import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LANGUAGES as SERVICE_LANGUAGES } from '../../../indices/languages.js';
import { readAddress, START, writeAddress } from '../../../web/explorer/address.js';
import { curlOf } from '../../../web/explorer/api/curl.js';
import { failureOf, notRetried, unreachable } from '../../../web/explorer/api/failures.js';
import { buildMarker, findNamed } from '../../../web/explorer/api/requests.js';
import { sourceOf } from '../../../web/explorer/api/sender.js';
import { LANGUAGES, ownNameOf, preferredLanguage } from '../../../web/explorer/languages.js'; // prettier-ignore
import { placeInView } from '../../../web/explorer/search/hits.js';
import { Retries } from '../../../web/explorer/model/retries.js';
import { ApiError, NetworkError } from '../../../web/client/src/errors.js';
import { startCallTime, withRetries } from '../../../web/client/src/retries.js';
import { exactlyNamed } from '../../../web/widget/exactName.js';
import { splitAtTyped } from '../../../web/shared/typed.js';
import { Backoff, composingPauseMs } from '../../../web/widget/suggestions.js';
import type { Entity } from '../../../web/client/src/element.js';
import { lookUpLanguage, textsIn } from '../../../web/widget/translations.js';
import { fakeTimers } from '../../support/each.js';

describe('the address of the explorer', () => {
  test('a link holds all of the state', () => {
    const fragment =
      '#map?view=11.25/46.2/6.1432&at=-33.86882,151.20929&country=AUS&land=88be0e35cbfffff&k=10&by=biome&projection=flat&lang=ja&markers=1&season=7&radius=1500';
    expect(writeAddress(readAddress(fragment))).toBe(fragment);
    expect(readAddress(fragment)).toEqual({
      faults: [],
      page: 'map',
      camera: { centre: { latitude: 46.2, longitude: 6.1432 }, zoom: 11.25 },
      point: { latitude: -33.86882, longitude: 151.20929 },
      country: 'AUS',
      land: '88be0e35cbfffff',
      rings: 10,
      colouring: 'biome',
      projection: 'flat',
      language: 'ja',
      showsMarkers: true,
      season: 7,
      radiusMeters: 1_500,
    });
  });

  test('values of the start are left out', () => {
    expect(writeAddress(START)).toBe('#map');
    expect(readAddress('')).toEqual(START);
  });

  test.each([
    ...'at=91,0 at=0,181 at=1 at=1,2,3 at=, at=a,b at=Infinity,0 view=19/0/0 view=3/0 view= country=fra country=FRAX land=88be land=882be0e35cbfffff0 k=11 k=1.5 k=-1 k= k=1e999 by=colour by=constructor projection=cube lang=xx lang=__proto__ markers=yes season=-1 radius=0 radius=50001 nothing=1 k=%'.split(
      ' ',
    ),
    `at=${','.repeat(100_000)}`,
  ])('an invalid value is ignored (%#)', (query) => {
    const faults = expect.any(Array) as unknown as string[];
    expect(readAddress(`#${query}?${query}`)).toEqual({ ...START, faults });
  });

  test.each([
    ['#map?at=999,2&k=3', ['at=999,2']],
    ['#map?land=foo&view=9', ['view=9', 'land=foo']],
    ['#nope', ['#nope']],
    ['#nope?country=x', ['#nope', 'country=x']],
    [`#${'x'.repeat(100)}`, [`#${'x'.repeat(40)}`]],
    ['#map?by=colour&lang=xx&utm=1', []],
    ['', []],
  ])('of %s, these parts are not valid: %j', (fragment, faults) => {
    expect(readAddress(fragment).faults).toEqual(faults);
  });
});

test.each([
  [5.9, undefined],
  [6, { latitude: 46.2, longitude: -6.1 }],
])('a search at zoom %d is near %j', (zoom, place) => {
  expect(placeInView({ centre: { latitude: 46.2044, longitude: -6.1432 }, zoom })).toEqual(place);
});

describe('languages', () => {
  test('the explorer and the widget have those of the service', () => {
    expect(LANGUAGES).toEqual(SERVICE_LANGUAGES);
    for (const language of SERVICE_LANGUAGES) {
      expect(lookUpLanguage(language)).toBe(language);
      expect(Object.values(textsIn(language))).not.toContain('');
    }
    const messages = new Set(SERVICE_LANGUAGES.map((language) => textsIn(language).choose));
    expect(messages.size).toBe(SERVICE_LANGUAGES.length);
  });

  test('their names are in the language itself', () => {
    const names = (['fr', 'ru', 'ja', 'ar', 'nb', 'tr'] as const).map(ownNameOf);
    expect(names).toEqual(['Français', 'Русский', '日本語', 'العربية', 'Norsk bokmål', 'Türkçe']);
  });

  test.each([
    ['fr-CA', 'fr'],
    ['ZH-hant-TW', 'zh'],
    ['no', 'nb'],
    ['iw-IL', 'he'],
    ['ja_JP', 'ja'],
    ['eu', 'en'],
    ['', 'en'],
    ['constructor', 'en'],
  ])('%s is looked up as %s', (tag, language) => {
    expect(lookUpLanguage(tag)).toBe(language);
    expect(preferredLanguage(['ga', tag])).toBe(language);
  });
});

describe('failures in the explorer', () => {
  test.each([
    ['geographic-data; hit', 'the cache'],
    ['geographic-data; fwd=miss; hit-ratio=0', 'Elasticsearch'],
    [null, undefined],
  ])('Cache-Status %s means an answer from %s', (header, source) => {
    expect(sourceOf(header)).toBe(source);
  });

  test.each([
    [401, true, false],
    [403, true, false],
    [409, false, false],
    [429, false, true],
    [502, false, true],
    [504, false, true],
  ])('%i: needs a token %s, retried %s', (status, needsToken, isTemporary) => {
    const failure = failureOf(status, 'No.', 3);
    expect(failure).toMatchObject({ needsToken, isTemporary, retryAfterSeconds: 3 });
    expect(notRetried(failure).advice).not.toMatch(/by itself/);
  });

  test('the advice fits a request that is not retried, and an answer of another server', () => {
    expect(notRetried(failureOf(503, 'Wait.', 3)).advice).toBe('Try again in 3 s.');
    expect(notRetried(unreachable(false)).advice).toBe('Try again.');
    expect(failureOf(502, undefined, undefined).message).toMatch(/something else/);
    expect(unreachable(false).message).toBe('You are offline.');
  });
});

describe('the command line of a request', () => {
  const ORIGIN = 'http://127.0.0.1:3000';

  test('a lookup is one command. A secret token is a variable of the shell', () => {
    const request = findNamed('são', 'pt', 8, { latitude: -23.5, longitude: -46.6 });
    const target = `'${ORIGIN}/search?token=s%C3%A3o&lang=pt&limit=8&lat=-23.5&lng=-46.6'`;
    expect(curlOf(request, ORIGIN, 'dev-public')).toBe(
      `curl -s -H 'Authorization: Bearer dev-public' ${target}`,
    );
    expect(curlOf(request, ORIGIN, undefined)).toBe(
      `curl -s -H "Authorization: Bearer $TOKEN" ${target}`,
    );
  });

  test('texts are quoted for the shell, and do not control the terminal', () => {
    const id = "o'clock $HOME `id` a\nb\r\u001b[201~\u007f\u009b2J\u202Ecba\u2066' ; rm $(x) !!";
    const command = curlOf(buildMarker(id, 7, 12), ORIGIN, 'dev-internal');
    expect(command).toMatch(/^[ -~]*$/);
    const printing = command.replace('curl', "printf '%s\\n'");
    const words = execFileSync('sh', ['-c', printing], { encoding: 'utf8' }).trim().split('\n');
    const headers = ['Authorization: Bearer dev-internal', '-H', 'Content-Type: application/json'];
    expect(words.slice(0, -1)).toEqual([
      '-s',
      '-X',
      'PUT',
      '-H',
      ...headers,
      `${ORIGIN}/markers/update`,
      '-d',
    ]);
    expect(JSON.parse(words.at(-1) ?? '')).toEqual({ id, season: 7, icon: 12 });
  });
});

describe('delays after failures', () => {
  fakeTimers();

  describe('of the explorer', () => {
    let sent = 0;
    let retries: Retries;
    beforeEach(() => {
      sent = 0;
      retries = new Retries(() => {
        sent += 1;
      });
    });
    const expectRetryAfter = (ms: number): void => {
      const before = sent;
      jest.advanceTimersByTime(ms - 1);
      expect(sent).toBe(before);
      jest.advanceTimersByTime(1);
      expect(sent).toBe(before + 1);
    };

    test('grow until all lookups succeed', () => {
      for (const waitMs of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
        retries.schedule();
        expectRetryAfter(waitMs);
      }
      retries.reset();
      retries.schedule();
      expectRetryAfter(1_000);
    });

    test.each([
      [[0, 30, 5], 30_000],
      [[2 ** 31 / 1_000], 600_000],
      [[Infinity], 600_000],
    ])('are the longest Retry-After of %j, up to ten minutes', (seconds, waitMs) => {
      for (const each of seconds) retries.schedule(each);
      expectRetryAfter(waitMs);
      jest.advanceTimersByTime(60_000);
      expect(sent).toBe(1);
    });
  });

  describe('of the client', () => {
    /** Returns the times at which a call is attempted that always fails. */
    async function attemptsOf(error: Error, retries: number, timeoutMs: number): Promise<number[]> {
      const begun = performance.now();
      const times: number[] = [];
      const time = startCallTime(timeoutMs, undefined);
      const attempt = () => {
        times.push(performance.now() - begun);
        return Promise.reject(error);
      };
      const calling = withRetries(attempt, retries, time).catch((reason: unknown) => reason);
      await jest.advanceTimersByTimeAsync(timeoutMs);
      expect(await calling).toBe(error);
      time.release();
      return times;
    }
    const failure = (status: number, retryAfterSeconds?: number) =>
      new ApiError({ ...{ status, code: 'x', message: '', details: [], requestId: undefined }, retryAfterSeconds }); // prettier-ignore

    test.each([
      ['grow', failure(503), [0, 200, 400, 800]],
      ['are at least Retry-After', failure(429, 7), [0, 7_200, 7_400, 7_800]],
      ['of a lost connection grow', new NetworkError('https://geo.example', undefined), [0, 200, 400, 800]],
    ])('%s', async (_, error, longestMs) => {
      const times = await attemptsOf(error, longestMs.length - 1, 60_000);
      expect(times).toHaveLength(longestMs.length);
      for (const [at, longest] of longestMs.entries()) {
        const pauseMs = (times[at] ?? NaN) - (times[at - 1] ?? 0);
        const least = longest - (longest % 1_000) / 2;
        expect([at, pauseMs >= least - 1, pauseMs <= longest + 1]).toEqual([at, true, true]);
      }
    }); // prettier-ignore

    test.each([
      ['a mistake of the caller', failure(400), 60_000, 1],
      ['a delay beyond the time of the call', failure(503, 60), 30_000, 1],
      ['a delay within the time of the call', failure(503, 10), 30_000, 3],
    ])('after %s', async (_, error, timeoutMs, attempts) => {
      expect(await attemptsOf(error, 9, timeoutMs)).toHaveLength(attempts);
    });
  });

  describe('of the widget', () => {
    test('grow up to half a minute, until a success', () => {
      const backoff = new Backoff();
      for (const longestMs of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
        backoff.failed();
        expect(backoff.pauseMs).toBeLessThanOrEqual(longestMs);
        expect(backoff.pauseMs).toBeGreaterThanOrEqual(longestMs / 2);
      }
      backoff.succeeded();
      expect(backoff.pauseMs).toBe(0);
    });

    test('are at least Retry-After, up to ten minutes, also if the clock is set back', () => {
      const backoff = new Backoff();
      backoff.failed(7);
      jest.setSystemTime(Date.now() - 86_400_000);
      expect(backoff.pauseMs).toBe(7_000);
      jest.advanceTimersByTime(6_000);
      expect(backoff.pauseMs).toBe(1_000);
      jest.advanceTimersByTime(2_000);
      expect(backoff.pauseMs).toBe(0);
      backoff.failed(Infinity);
      expect(backoff.pauseMs).toBe(600_000);
    });
  });
});

describe('suggestions of the widget', () => {
  test.each([
    [8, [500, 50, 0], true],
    [8, [500, 20, 90], false],
    [8, [0, 0], false],
    [8, [0], true],
    [1, [500], false],
  ])('of at most %i namesakes with %j people the first is chosen: %s', (limit, populations, is) => {
    const found = populations.map((population, id) => {
      const entity = { id: `${id}`, name: 'Paris', population } as unknown as Entity;
      return { entity, matchedName: null };
    });
    const chosen = exactlyNamed({ typed: 'paris', found, isNear: false }, limit);
    expect(chosen?.id).toBe(is ? '0' : undefined);
  });

  test.each([
    ['Par', 'fr', 60, 60],
    ['서우', 'ko', 60, 60],
    ['とうきょ', 'en', 60, 250],
    ['bei jing', 'zh', 60, 250],
    ['ㄅㄟˇ', 'en', 60, 250],
    ['とう', 'ja', 1_000, 1_000],
  ])(
    '%s, composed in %s with a pause of %i ms, is searched after %i ms',
    (text, lang, debounceMs, pauseMs) => {
      expect(composingPauseMs(text, lang, debounceMs)).toBe(pauseMs);
    },
  );

  test.each([
    ['São Paulo', 'sao', 'São'],
    ['Sa\u0303o Paulo', 'sa', 'Sa\u0303'],
    ['Saint-Denis', 'SAINT‑D', 'Saint-D'],
    ["L'Aquila", 'l’a', "L'A"],
    ['Łódź', 'lo', 'Łó'],
    ['İstanbul', 'ist', 'İst'],
    ['Αθήνα', 'αθη', 'Αθή'],
    ['दिल्ली', 'दिल्ली', 'दिल्ली'],
    ['القاهرة', 'القا', 'القا'],
    ['Munich', 'Münch', ''],
    ['Paris', 'paris t', ''],
    ['Paris', 'ar', ''],
    ['Rio de Janeiro', 'janei', 'Janei'],
    ['Sansan San Juan', 'San J', 'San J'],
    ['Val-d’Or', 'or', 'Or'],
    ['', 'a', ''],
  ])('in %s, the typed %s marks "%s"', (name, typed, marked) => {
    const parts = splitAtTyped(name, typed);
    expect(parts[1]).toBe(marked);
    expect(parts.join('')).toBe(name);
  });
});
