import { describe, expect, test } from '@jest/globals';
import { ConfigError } from '../../../elasticsearch/environment.js';
import { loadDataConfig } from '../../../elasticsearch/settings.js';

function faultsOf(env: Record<string, string>): string {
  try {
    loadDataConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('no fault was found');
}

describe('secrets are never shown', () => {
  test.each([
    { ELASTICSEARCH_PASSWORD: 'hush' },
    { ELASTICSEARCH_API_KEY: 'hush', ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD: 'hush' },
    { ELASTICSEARCH_URL: 'https://user:hush@host:9200' },
  ])('%o', (env) => {
    expect(faultsOf(env)).not.toContain('hush');
  });
});

describe('the login is an API key, or user and password', () => {
  test.each([
    [{ ELASTICSEARCH_API_KEY: 'k', ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD: 'p' }],
    [{ ELASTICSEARCH_API_KEY: 'k', ELASTICSEARCH_USERNAME: 'u' }],
    [{ ELASTICSEARCH_USERNAME: 'u' }],
    [{ ELASTICSEARCH_PASSWORD: 'p' }],
  ])('%o is refused', (env) => {
    expect(faultsOf(env)).toContain('ELASTICSEARCH_');
  });
});
