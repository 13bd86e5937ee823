import { describe, expect, test } from '@jest/globals';
import { loadDataConfig } from '../../../elasticsearch/settings.js';
import { faultsOf } from '../../support/configFaults.js';

describe('secrets are never shown', () => {
  test.each([
    { ELASTICSEARCH_PASSWORD: 'hush' },
    { ELASTICSEARCH_API_KEY: 'hush', ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD: 'hush' },
    { ELASTICSEARCH_URL: 'https://user:hush@host:9200' },
  ])('%o', (env) => {
    expect(faultsOf(loadDataConfig, env)).not.toContain('hush');
  });
});

describe('the login is an API key, or user and password', () => {
  test.each([
    [{ ELASTICSEARCH_API_KEY: 'k', ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD: 'p' }],
    [{ ELASTICSEARCH_API_KEY: 'k', ELASTICSEARCH_USERNAME: 'u' }],
    [{ ELASTICSEARCH_USERNAME: 'u' }],
    [{ ELASTICSEARCH_PASSWORD: 'p' }],
  ])('%o is refused', (env) => {
    expect(faultsOf(loadDataConfig, env)).toContain('ELASTICSEARCH_');
  });
});
