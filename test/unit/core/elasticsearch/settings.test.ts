import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { loadDataConfig } from '../../../../core/elasticsearch/settings.js';
import { loadConfig } from '../../../../src/config.js';
import { faultsOf } from '../../../support/configFaults.js';

describe('secrets are never shown', () => {
  test.each([
    { ELASTICSEARCH_PASSWORD: 'hush' },
    { ELASTICSEARCH_API_KEY: 'hush', ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD: 'hush' },
    { ELASTICSEARCH_URL: 'https://user:hush@host:9200' },
    // Meant as ELASTICSEARCH_PASSWORD.
    { ELASTICSEARCH_PASSWORD_FILE: 'hush' },
  ])('%o', (env) => {
    expect(faultsOf(loadDataConfig, env)).not.toContain('hush');
  });
});

describe('a secret in a file', () => {
  let folder: string;
  const file = (text: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, text);
    return path;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secret-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test.each(['hush', 'hush\n', 'hush\r\n'])('%j is the password or the key', (text) => {
    const login = { ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD_FILE: file(text) };
    const { auth } = loadDataConfig(login).elasticsearch;
    expect(auth).toEqual({ username: 'u', password: 'hush' });
    const key = { ELASTICSEARCH_API_KEY_FILE: file(text) };
    expect(loadDataConfig(key).elasticsearch.auth).toEqual({ apiKey: 'hush' });
    expect(loadConfig(login).elasticsearch.auth).toEqual(auth);
  });

  test('keeps its blanks', () => {
    const env = { ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD_FILE: file(' p w \n') };
    const { auth } = loadDataConfig(env).elasticsearch;
    expect(auth).toEqual({ username: 'u', password: ' p w ' });
  });

  test('a faulty file is named, and its content is not shown', () => {
    const both = { ELASTICSEARCH_API_KEY: 'hush', ELASTICSEARCH_API_KEY_FILE: file('hush') };
    const faults = [
      faultsOf(loadDataConfig, both),
      faultsOf(loadDataConfig, { ELASTICSEARCH_PASSWORD_FILE: file('\n') }),
      faultsOf(loadDataConfig, { ELASTICSEARCH_PASSWORD_FILE: '/nowhere' }),
      faultsOf(loadDataConfig, { ELASTICSEARCH_PASSWORD_FILE: folder }),
      faultsOf(loadDataConfig, { ELASTICSEARCH_PASSWORD_FILE: '/dev/zero' }),
      faultsOf(loadDataConfig, { ELASTICSEARCH_PASSWORD_FILE: file('hush'.repeat(20_000)) }),
      faultsOf(loadDataConfig, { ELASTICSEARCH_API_KEY_FILE: file('user\nhush\n') }),
      faultsOf(loadDataConfig, { ELASTICSEARCH_PASSWORD_FILE: file('hush') }),
    ];
    expect(faults).toEqual([
      expect.stringMatching(/API_KEY_FILE=.* must not be set together with ELASTICSEARCH_API_KEY/),
      expect.stringMatching(/PASSWORD_FILE=.* is empty/),
      expect.stringMatching(/PASSWORD_FILE="\/nowhere" must be a readable file/),
      expect.stringMatching(/PASSWORD_FILE=.* must be a readable file \(EISDIR/),
      expect.stringMatching(/PASSWORD_FILE=.* is too long/),
      expect.stringMatching(/PASSWORD_FILE=.* is too long/),
      expect.stringMatching(/API_KEY_FILE=.* must hold only the secret, in one line/),
      expect.stringContaining('ELASTICSEARCH_USERNAME must be set'),
    ]);
    expect(faults.join('\n')).not.toContain('hush');
    for (const each of faults) expect(each.split('\n')).toHaveLength(2);
  });
});

describe('the login is an API key, or user and password', () => {
  test.each([
    [{ ELASTICSEARCH_API_KEY: 'k', ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD: 'p' }],
    [{ ELASTICSEARCH_API_KEY: 'k', ELASTICSEARCH_USERNAME: 'u' }],
    [{ ELASTICSEARCH_USERNAME: 'u' }],
    [{ ELASTICSEARCH_PASSWORD: 'p' }],
  ])('%o is rejected', (env) => {
    expect(faultsOf(loadDataConfig, env)).toContain('ELASTICSEARCH_');
  });
});
