import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { describeUnknown } from '../../../../core/elasticsearch/environment.js';
import { loadDataConfig } from '../../../../core/elasticsearch/settings.js';
import { faultsOf } from '../../../support/configFaults.js';
import { PROJECT, readProjectFile } from '../../../support/docs.js';
import { startProgram } from '../../../support/program.js';
import { emptyFolder, Folder } from '../../../support/folder.js';

const files = emptyFolder();
const folder = files.path;

test('every variable of docker-compose.yml is known, and so are those of Docker', () => {
  const names = [...readProjectFile('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name); // prettier-ignore
  expect(names).toContain('ELASTIC_PASSWORD');
  expect(describeUnknown([...names, 'COMPOSE_PROJECT_NAME', 'DOCKER_HOST'])).toEqual([]);
});

test.each([
  ['ELASTICSEARCH_ULR', 'Did you mean ELASTICSEARCH_URL?'],
  ['ELASTICSEARCH_USER', 'Did you mean ELASTICSEARCH_USERNAME?'],
  ['RATE_LIMIT', 'Did you mean RATE_LIMIT_PER_SECOND?'],
  ['CORS_ORIGINS', 'Did you mean CORS_ORIGIN?'],
  ['port', 'Did you mean PORT?'],
  ['FAVOURITE_COLOUR', '.env.example lists all settings.'],
])('%s is unknown: %s', (name, remedy) => {
  expect(describeUnknown([name])).toEqual([
    `.env: ${name} is ignored, because there is no such setting. ${remedy}`,
  ]);
});

test.each([
  ['DEV_TOKENS\nPORT=3001\nHOST=::1\n', 'DEV_TOKENS', ', so that PORT below it is not read'],
  ['COMPOSE_FILE\nPORT=3001\n', 'COMPOSE_FILE', ', so that PORT below it is not read'],
  ['DEV_TOKENS\n\n# about = it\nPORT=3001\n', 'DEV_TOKENS', ''],
])('a line without = in %j is reported, with the settings that Node does not read', (file, line, lost) => {
  expect(describeUnknown(Object.keys(parseEnv(file)))).toEqual([
    `.env: the line "${line}" has no "="${lost}. Write NAME=value, or delete it.`,
  ]);
}); // prettier-ignore

test.each(['src/access/tokens', 'ingest', 'src'])('%s: a warning is one line, and the program goes on', async (name) => {
  writeFileSync(join(folder, '.env'), 'INDEX_PREFX=geo\nINDEX_PREFIX=Faulty\nAPI_PORT=1\n');
  const command = [process.execPath, join(PROJECT, `dist/${name}/main.js`), ...(name === 'src' ? [] : [name === 'ingest' ? 'status' : 'list'])];
  const env = { PATH: process.env.PATH, ELASTICSEARCH_URL: 'http://es.test:1' };
  const { stderr } = await startProgram(command, { cwd: folder, env }).ended;
  expect(stderr).toMatch(/^\.env: INDEX_PREFX is ignored.* Did you mean INDEX_PREFIX\?\nThe configuration is not valid:\n/);
}); // prettier-ignore

test.each([
  [{}, 'http://es.test:1', 'mine'],
  [{ ELASTICSEARCH_URL: ' ', INDEX_PREFIX: 'own' }, 'http://es.test:1', 'own'],
  [{ ELASTICSEARCH_URL: 'http://es.test:2' }, 'http://es.test:2', undefined],
  [{ ELASTICSEARCH_API_KEY_FILE: 'key' }, undefined, undefined],
])('with %o the settings that quickstart left are used, unless a connection is set', async (env, url, prefix) => {
  files.write('data/quickstart.env', 'ELASTICSEARCH_URL=http://es.test:1\nINDEX_PREFIX=mine\n');
  const module = pathToFileURL(join(PROJECT, 'dist/core/elasticsearch/environment.js')).href;
  const script = `import { readEnvironment } from '${module}';
    const { ELASTICSEARCH_URL, INDEX_PREFIX } = readEnvironment();
    console.log(JSON.stringify({ ELASTICSEARCH_URL, INDEX_PREFIX }));`;
  const command = [process.execPath, '--input-type=module', '--eval', script];
  const { stdout, stderr } = await startProgram(command, { cwd: folder, env }).ended;
  expect(JSON.parse(stdout)).toEqual({ ELASTICSEARCH_URL: url, INDEX_PREFIX: prefix });
  expect(stderr.includes('Using the Elasticsearch of data/quickstart.env')).toBe(url?.endsWith(':1') === true);
}); // prettier-ignore

test('the settings that quickstart left in the folder of the project are used from any other folder', async () => {
  const project = new Folder();
  for (const name of ['core', 'indices'])
    cpSync(join(PROJECT, 'dist', name), join(project.path, 'dist', name), { recursive: true });
  for (const name of ['package.json', 'node_modules'])
    symlinkSync(join(PROJECT, name), join(project.path, name));
  const left = project.write('data/quickstart.env', 'ELASTICSEARCH_URL=http://es.test:1\n');
  const module = pathToFileURL(join(project.path, 'dist/core/elasticsearch/environment.js')).href;
  const script = `import { readEnvironment } from '${module}';
    console.log(readEnvironment().ELASTICSEARCH_URL);`;
  const command = [process.execPath, '--input-type=module', '--eval', script];
  expect(await startProgram(command, { cwd: folder, env: {} }).ended).toMatchObject({
    stdout: 'http://es.test:1\n',
    stderr: `Using the Elasticsearch of ${left}, because ELASTICSEARCH_URL is not set.\n`,
  });
  project.remove();
});

test.each([
  { ELASTICSEARCH_PASSWORD: 'hush' },
  { ELASTICSEARCH_API_KEY: 'hush', ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD: 'hush' },
  { ELASTICSEARCH_API_KEY: 'hush', ELASTICSEARCH_USERNAME: 'u' },
  { ELASTICSEARCH_USERNAME: 'u' },
  { ELASTICSEARCH_URL: 'https://user:hush@host:9200' },
  // Meant as ELASTICSEARCH_PASSWORD.
  { ELASTICSEARCH_PASSWORD_FILE: 'hush' },
])('%o is rejected, and no secret is shown', (env) => {
  const faults = faultsOf(loadDataConfig, env);
  expect(faults).toContain('ELASTICSEARCH_');
  expect(faults).not.toContain('hush');
});

test.each([
  [{}, ['1', '1', '1'], '0-1'],
  [{ SHARDS: '', REPLICAS: '0-all' }, ['1', '1', '1'], '0-all'],
  [{ SHARDS: 'places:2, markers:30,4' }, ['2', '30', '4'], '0-1'],
  [{ SHARDS: 'places:2', REPLICAS: 'places:1-2,0' }, ['2', '1', '1'], '1-2'],
])('the layout of %j', (env, shards, replicas) => {
  const { layoutOf } = loadDataConfig(env);
  expect(['places', 'markers', 'cities'].map((name) => layoutOf(name).shards)).toEqual(shards);
  expect(layoutOf('places').replicas).toBe(replicas);
}); // prettier-ignore

test.each([
  '0',
  '101',
  'two',
  'place:2',
  'places:',
  'places:2;markers:2',
  '2-3',
  '1,2',
  'places:1,places:1',
])('SHARDS=%s is rejected, and so is such a number of replicas', (value) => {
  expect(faultsOf(loadDataConfig, { SHARDS: value })).toMatch(
    /- SHARDS="\S+" must be a number from 1 to 100, or one for each resource, such as places:2,markers:1$/,
  );
  const replicas = { '0': '1-', '2-3': '3-1' }[value] ?? value;
  expect(faultsOf(loadDataConfig, { REPLICAS: replicas })).toMatch(/- REPLICAS="\S+" must be a/);
});

describe('a secret in a file', () => {
  const file = (text: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, text);
    return path;
  };
  const authOf = (env: Record<string, string>) => loadDataConfig(env).elasticsearch.auth;

  test.each([
    ['hush', 'hush'],
    ['hush\n', 'hush'],
    ['hush\r\n', 'hush'],
    [' p w \n', ' p w '],
  ])('%j is the password or the key %j', (text, secret) => {
    const login = { ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD_FILE: file(text) };
    expect(authOf(login)).toEqual({ username: 'u', password: secret });
    expect(authOf({ ELASTICSEARCH_API_KEY_FILE: file(text) })).toEqual({ apiKey: secret.trim() });
  });

  test.each<[RegExp, () => Record<string, string>]>([
    [/API_KEY_FILE=.* must not be set together with ELASTICSEARCH_API_KEY/, () => ({ ELASTICSEARCH_API_KEY: 'hush', ELASTICSEARCH_API_KEY_FILE: file('hush') })],
    [/PASSWORD_FILE=.* is empty/, () => ({ ELASTICSEARCH_PASSWORD_FILE: file('\n') })],
    [/PASSWORD_FILE="\/nowhere" must be a readable file/, () => ({ ELASTICSEARCH_PASSWORD_FILE: '/nowhere' })],
    [/PASSWORD_FILE=.* must be a readable file \(EISDIR/, () => ({ ELASTICSEARCH_PASSWORD_FILE: folder })],
    [/PASSWORD_FILE=.* is too long/, () => ({ ELASTICSEARCH_PASSWORD_FILE: '/dev/zero' })],
    [/PASSWORD_FILE=.* is too long/, () => ({ ELASTICSEARCH_PASSWORD_FILE: file('hush'.repeat(20_000)) })],
    [/API_KEY_FILE=.* must hold only the secret, in one line/, () => ({ ELASTICSEARCH_API_KEY_FILE: file('user\nhush\n') })],
    [/ELASTICSEARCH_USERNAME must be set/, () => ({ ELASTICSEARCH_PASSWORD_FILE: file('hush') })],
  ])('the fault %s is named, without the content', (message, env) => {
    const faults = faultsOf(loadDataConfig, env());
    expect(faults).toMatch(message);
    expect(faults).not.toContain('hush');
    expect(faults.split('\n')).toHaveLength(2);
  }); // prettier-ignore
});
