import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { apiVariables, loadConfig } from '../../../src/config.js';
import { dataVariables, loadDataConfig } from '../../../core/elasticsearch/settings.js';
import { ingestVariables } from '../../../ingest/runs/options.js';
import { faultsOf } from '../../support/configFaults.js';

test('every variable is read', () => {
  const env = {
    ELASTICSEARCH_URL: 'https://a:9200, https://b:9200',
    ELASTICSEARCH_USERNAME: 'reader',
    ELASTICSEARCH_PASSWORD: ' p w ',
    ELASTICSEARCH_CA_FILE: 'package.json',
    ELASTICSEARCH_TIMEOUT_MS: '900',
    INDEX_PREFIX: 'game-1',
    NODE_ENV: 'development',
    HOST: '::1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    SLOW_REQUEST_MS: '0',
    LOG_REQUESTS: 'failures',
    METRICS_HOST: '::1',
    METRICS_PORT: '9464',
    DEV_TOKENS: 'true',
    RATE_LIMIT_PER_SECOND: '20',
    CORS_ORIGIN: 'https://a.example,http://localhost:8080',
    TRUST_PROXY: '2',
    PAGES: 'false',
    MAP_STYLE_URL: 'https://tiles.example/style.json',
    MAX_CONCURRENT_REQUESTS: '5',
    CACHE_MEGABYTES: '0',
    CACHE_MAX_AGE_SECONDS: '3600',
    SHUTDOWN_DELAY_MS: '500',
    SHUTDOWN_GRACE_MS: '1000',
  };
  expect(loadConfig(env)).toEqual({
    elasticsearch: {
      urls: ['https://a:9200', 'https://b:9200'],
      timeoutMs: 900,
      auth: { username: 'reader', password: ' p w ' },
      caFile: 'package.json',
    },
    indexPrefix: 'game-1',
    nodeEnv: 'development',
    host: '::1',
    port: 0,
    logLevel: 'warn',
    slowRequestMs: 0,
    logRequests: 'failures',
    metricsHost: '::1',
    metricsPort: 9_464,
    devTokens: true,
    devTokenOrigins: [
      ...[
        'https://a.example',
        'http://localhost:8080',
        'http://localhost:*',
        'https://localhost:*',
      ],
      ...['http://127.0.0.1:*', 'https://127.0.0.1:*', 'http://[::1]:*', 'https://[::1]:*'],
    ],
    rateLimitPerSecond: 20,
    corsOrigins: ['https://a.example', 'http://localhost:8080'],
    trustProxy: 2,
    pages: false,
    mapStyleUrl: 'https://tiles.example/style.json',
    maxConcurrentRequests: 5,
    cacheMegabytes: 0,
    cacheMaxAgeSeconds: 3_600,
    shutdownDelayMs: 500,
    shutdownGraceMs: 1_000,
  });
  expect(loadDataConfig({ ELASTICSEARCH_API_KEY: 'k' }).elasticsearch.auth).toEqual({
    apiKey: 'k',
  });
});

test.each([
  'javascript:alert(1)', 'data:application/json,{}', '//tiles.example/style.json', 'https://*/style.json', 'https://*.example/style.json',
  'https://tiles.example;sandbox/style.json', "https://tiles.example,'unsafe-inline'/style.json", 'https://tiles.example\nx/style.json',
  'https://user:secret@tiles.example/style.json',
])('%j is not the address of a map style', (style) => {
  const faults = faultsOf(loadConfig, { MAP_STYLE_URL: style });
  expect(faults).toContain('must be an http:// or https://');
  expect(faults).not.toContain('secret');
}); // prettier-ignore

test.each(['http://[::1]:8080/style.json', 'https://tiles.example/a/b.json?key=1#x'])('%s is', (style) => {
  expect(loadConfig({ MAP_STYLE_URL: style }).mapStyleUrl).toBe(style);
}); // prettier-ignore

test('all faults are listed at once, each with the value and what is accepted', () => {
  const message = faultsOf(loadConfig, {
    PORT: '70000',
    LOG_LEVEL: 'loud',
    INDEX_PREFIX: 'Geo',
    ELASTICSEARCH_URL: 'localhost:9200',
    ELASTICSEARCH_CA_FILE: '/nowhere/ca.pem',
    CORS_ORIGIN: 'https://a.example/path',
    HOST: 'no host',
    DEV_TOKENS: 'maybe',
    PAGES: 'perhaps',
    MAP_STYLE_URL: 'ftp://tiles.example/style.json',
    ELASTICSEARCH_PASSWORD: 'hush',
  });
  for (const part of [
    'PORT="70000" must be an integer from 0 to 65535',
    'LOG_LEVEL="loud" must be one of fatal, error',
    'INDEX_PREFIX="Geo" must be 1 to 64 lower-case',
    'ELASTICSEARCH_URL="localhost:9200" must be one or more http:// or https://',
    'ELASTICSEARCH_CA_FILE="/nowhere/ca.pem" must be a readable file',
    'CORS_ORIGIN="https://a.example/path" must be *',
    'HOST="no host" must be a host name',
    'DEV_TOKENS="maybe" must be true or false',
    'PAGES="perhaps" must be true or false',
    'MAP_STYLE_URL="ftp://tiles.example/style.json" must be an http:// or https:// address',
    'ELASTICSEARCH_USERNAME must be set with ELASTICSEARCH_PASSWORD',
  ]) {
    expect(message).toContain(part);
  }
  expect(message.split('\n')).toHaveLength(12);
});

test('development tokens are rejected in production', () => {
  const faults = faultsOf(loadConfig, { NODE_ENV: 'production', DEV_TOKENS: 'true' });
  expect(faults).toMatch(/DEV_TOKENS=.*NODE_ENV=production/);
  for (const DEV_TOKENS of ['', 'false', undefined])
    expect(loadConfig({ NODE_ENV: 'production', DEV_TOKENS }).devTokens).toBe(false);
});

test('an empty variable counts as not set', () => {
  const names = Object.keys({ ...dataVariables, ...apiVariables });
  expect(loadConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(loadConfig({}));
});

test('.env.example has every variable with its default', () => {
  const lines = [...readFileSync('.env.example', 'utf8').matchAll(/^(\w+)=(.*)$/gm)];
  const env = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
  const names = Object.keys({ ...dataVariables, ...apiVariables, ...ingestVariables });
  expect(Object.keys(env).sort()).toEqual(names.sort());
  expect(loadConfig(env)).toEqual(loadConfig({}));
});
