import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { describeUnknown, KNOWN_SETTINGS } from '../../../../core/elasticsearch/environment.js';
import { dataVariables } from '../../../../core/elasticsearch/settings.js';
import { ingestVariables } from '../../../../ingest/runs/options.js';
import { apiVariables } from '../../../../src/config.js';

const PROJECT = join(import.meta.dirname, '../../../..');

test('every setting is known, and every variable of docker-compose.yml', () => {
  const compose = readFileSync(join(PROJECT, 'docker-compose.yml'), 'utf8');
  const ofCompose = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  const variables = { ...dataVariables, ...apiVariables, ...ingestVariables };
  const names = [...Object.keys(variables), ...ofCompose];
  expect(ofCompose).toContain('ELASTIC_PASSWORD');
  expect(KNOWN_SETTINGS).toEqual(expect.arrayContaining(names));
  expect(describeUnknown([...names, 'COMPOSE_PROJECT_NAME', 'DOCKER_HOST'])).toEqual([]);
});

test.each([
  ['ELASTICSEARCH_ULR', 'ELASTICSEARCH_URL'],
  ['ELASTICSEARCH_USER', 'ELASTICSEARCH_USERNAME'],
  ['RATE_LIMIT', 'RATE_LIMIT_PER_SECOND'],
  ['DEV_TOKEN', 'DEV_TOKENS'],
  ['CORS_ORIGINS', 'CORS_ORIGIN'],
  ['port', 'PORT'],
])('%s: did you mean %s?', (name, meant) => {
  expect(describeUnknown([name])).toEqual([
    `.env: ${name} is ignored, because there is no such setting. Did you mean ${meant}?`,
  ]);
});

test('a name like no other gets no guess', () => {
  expect(describeUnknown(['FAVOURITE_COLOUR'])).toEqual([
    '.env: FAVOURITE_COLOUR is ignored, because there is no such setting. .env.example lists all settings.',
  ]);
});

test.each([
  ['DEV_TOKENS\nPORT=3001\nHOST=::1\n', 'DEV_TOKENS', ', so that PORT below it is not read'],
  ['COMPOSE_FILE\nPORT=3001\n', 'COMPOSE_FILE', ', so that PORT below it is not read'],
  ['DEV_TOKENS\n\n# about = it\nPORT=3001\n', 'DEV_TOKENS', ''],
])('a line without an equals sign is reported, with the settings that Node does not read because of it', (file, line, lost) => {
  expect(describeUnknown(Object.keys(parseEnv(file)))).toEqual([
    `.env: the line "${line}" has no "="${lost}. Write NAME=value, or delete it.`,
  ]);
}); // prettier-ignore

describe('a warning is one line on standard error, and the command goes on', () => {
  test.each([
    ['the tokens', 'dist/src/access/tokens/main.js', ['list']],
    ['the ingestion', 'dist/ingest/main.js', ['status']],
    ['the API', 'dist/src/main.js', []],
  ])('%s', (_, program, args) => {
    const folder = mkdtempSync(join(tmpdir(), 'env-'));
    try {
      writeFileSync(join(folder, '.env'), 'INDEX_PREFX=geo\nINDEX_PREFIX=Faulty\nAPI_PORT=1\n');
      const { stderr } = spawnSync(process.execPath, [join(PROJECT, program), ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH },
        encoding: 'utf8',
      });
      const [warning, next] = stderr.split('\n');
      expect(warning).toMatch(/^\.env: INDEX_PREFX is ignored.* Did you mean INDEX_PREFIX\?$/);
      expect(next).toBe('The configuration is not valid:');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
