import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { chooseJava, describeJava, parseJavaVersion } from '../../../../tools/engine/java.js';

describe('parseJavaVersion', () => {
  test.each([
    ['JAVA_VERSION="25.0.1"', 25],
    ['JAVA_VERSION="21"', 21],
    ['JAVA_VERSION="1.8.0_392"', 8],
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['java version "1.8.0_392"', 8],
    ['openjdk version "26-ea" 2026-03-17', 26],
    ['version "11.0.2"', 11],
  ])('%s', (text, version) => {
    expect(parseJavaVersion(text)).toBe(version);
  });

  test.each(['', 'no Java here', 'JAVA_VERSION=""'])('nothing in %j', (text) => {
    expect(parseJavaVersion(text)).toBeUndefined();
  });
});

describe('chooseJava', () => {
  const old = { home: '/java/17', version: 17 };
  const recent = { home: '/java/25', version: 25 };
  const any = () => true;

  test('takes the first one that is recent enough and fit', () => {
    const other = { home: '/java/21', version: 21 };
    expect(chooseJava([old, recent, other], any, 'unfit')).toBe(recent);
    expect(chooseJava([old, recent, other], (java) => java === other, 'unfit')).toBe(other);
  });

  test('says that there is none', () => {
    expect(() => chooseJava([], any, 'unfit')).toThrow(
      /^Elasticsearch needs a Java Development Kit of version 21 or newer, but no Java was found. Install one, or set JAVA_HOME to it\.$/,
    );
  });

  test('says which ones are too old', () => {
    expect(() => chooseJava([old, old], any, 'unfit')).toThrow(
      /, but the installed one is older \(\/java\/17\)\./,
    );
  });

  test('says why the recent ones do not fit', () => {
    expect(() => chooseJava([old, recent], () => false, 'has no compiler')).toThrow(
      /, but the installed one has no compiler \(\/java\/25\)\./,
    );
  });
});

test('describeJava reads the release file of an installation', () => {
  const home = mkdtempSync(join(tmpdir(), 'java-'));
  try {
    expect(describeJava(home)).toBeUndefined();
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin', 'java'), '');
    writeFileSync(
      join(home, 'release'),
      'IMPLEMENTOR="x"\nJAVA_VERSION="24.0.2"\nOS_NAME="Linux"\n',
    );
    expect(describeJava(home)).toEqual({ home, version: 24 });
  } finally {
    rmSync(home, { recursive: true });
  }
});
