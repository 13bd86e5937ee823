import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { rolesOf } from '../../../operation/access/logins.js';
import { runProgram } from '../../support/program.js';
import { record, type Recorded, type Recording } from './recordingServer.js';
import { emptyFolder } from '../../support/folder.js';

const folder = emptyFolder().path;

describe('npm run access', () => {
  let elasticsearch: Recording;
  beforeEach(async () => {
    elasticsearch = await record(() => ({ encoded: 'a key' }));
  });
  afterEach(() => {
    elasticsearch.close();
  });
  const access = (args: string[], url = elasticsearch.url) =>
    runProgram('operation/access/main', args, { ELASTICSEARCH_URL: url, INDEX_PREFIX: 'game' });

  test('users get the passwords of the files, and roles of their own', async () => {
    writeFileSync(join(folder, 'api'), 'password of the API\n');
    writeFileSync(join(folder, 'tokens'), 'password of the tokens');
    const ended = await access(['users', '--passwords', folder]);
    expect(ended).toEqual({ code: 0, stdout: 'game-api\ngame-tokens\n', stderr: '' });
    const { api, tokens } = rolesOf('game');
    const sent = elasticsearch.requests.map(({ method, path, body }) => [`${method} ${path}`, JSON.parse(body) as unknown]); // prettier-ignore
    expect(sent).toEqual([
      ['PUT /_security/role/game-api', api],
      ['PUT /_security/user/game-api', { password: 'password of the API', roles: ['game-api'] }],
      ['PUT /_security/role/game-tokens', tokens],
      ['PUT /_security/user/game-tokens', { password: 'password of the tokens', roles: ['game-tokens'] }],
    ]);
  }); // prettier-ignore

  test('a key has the privileges of a role, and is alone on standard output', async () => {
    const { code, stdout } = await access(['key', 'ingest', '--expires-days', '30']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'a key\n' });
    const [{ path, body } = { path: '', body: '{}' }] = elasticsearch.requests;
    expect(path).toBe('/_security/api_key');
    expect(JSON.parse(body)).toEqual({
      name: 'game-ingest',
      role_descriptors: { 'game-ingest': rolesOf('game').ingest },
      expiration: '30d',
    });
  });

  test('`role` shows the privileges without a server', async () => {
    const { stdout } = await access(['role', 'backup', '--prefix', 'x'], 'http://127.0.0.1:1');
    expect(JSON.parse(stdout)).toEqual(rolesOf('x').backup);
  });

  test.each([
    ['short', ['users', '--passwords', '.'], 'shorter than 6 characters'],
    ['', ['users', '--passwords', 'nowhere'], 'Correct --passwords'],
    ['', ['key', 'nobody'], 'Allowed choices are api'],
    ['', ['key', 'api', '--expires-days', '0'], 'a whole number of days from 1 to 36500'],
  ])('with the password "%s", %j changes nothing', async (password, args, message) => {
    writeFileSync(join(folder, 'api'), password);
    const path = (arg: string): string => (/^(\.|nowhere)$/.test(arg) ? join(folder, arg) : arg);
    const { code, stderr } = await access(args.map(path));
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(elasticsearch.requests).toEqual([]);
  });

  test('an Elasticsearch without security is reported', async () => {
    const { code, stderr } = await access(['key', 'api'], process.env.ELASTICSEARCH_URL);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Turn its security on/);
  });
});

// Elasticsearch with security answers so: a login that may not read an index does not see it.
test.each([
  ['ingest/main', 'status', 'game-countries*'],
  ['src/access/tokens/main', 'list', 'game-tokens'],
])('%s %s fails with a login that may not read, and names the privileges', async (program, command, index) => {
  const nothing = { took: 1, timed_out: false, _shards: { total: 0, successful: 0, skipped: 0, failed: 0 }, hits: { total: { value: 0, relation: 'eq' }, hits: [] } };
  const lacking = ({ body }: Recorded): object => {
    const asked = JSON.parse(body) as { index: { names: string[]; privileges: string[] }[] };
    const lacks = ({ names, privileges }: (typeof asked.index)[number]) =>
      names.map((name) => [name, Object.fromEntries(privileges.map((each) => [each, false]))] as const);
    return { index: Object.fromEntries(asked.index.flatMap(lacks)) };
  };
  const elasticsearch = await record((request) =>
    request.path.endsWith('/_has_privileges') ? lacking(request) : request.path.endsWith('_search') ? nothing : {},
  );
  const env = { ELASTICSEARCH_URL: elasticsearch.url, INDEX_PREFIX: 'game' };
  const { code, stdout, stderr } = await runProgram(program, [command], env);
  elasticsearch.close();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('lacks the privileges read and view_index_metadata');
  expect(stderr).toContain(index);
}); // prettier-ignore

describe('TLS', () => {
  let certificates: string;
  let server: Server;
  let url: string;

  function openssl(command: string): void {
    const args = [...command.split(' ')];
    const { status, stderr } = spawnSync('openssl', args, { cwd: certificates, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }

  /** Puts the Elasticsearch of the tests behind a certificate that an authority of its own has signed. */
  beforeAll(async () => {
    certificates = mkdtempSync(join(tmpdir(), 'tls-'));
    const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
    for (const name of ['ours', 'other'])
      openssl(`req -x509 ${key} -days 2 -subj /CN=${name} -keyout ${name}.key -out ${name}.pem`);
    openssl(`req ${key} -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout server.key -out server.csr`); // prettier-ignore
    openssl('x509 -req -in server.csr -CA ours.pem -CAkey ours.key -CAcreateserial -days 2 -copy_extensions copy -out server.pem'); // prettier-ignore
    const read = (name: string) => readFileSync(join(certificates, name));
    const { hostname, port } = new URL(process.env.ELASTICSEARCH_URL ?? '');
    server = createServer({ key: read('server.key'), cert: read('server.pem') }, (socket) => {
      const plain = connect(Number(port), hostname);
      socket.pipe(plain).pipe(socket);
      for (const end of [socket, plain])
        end.on('error', () => {
          socket.destroy();
          plain.destroy();
        });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(certificates, { recursive: true });
  });

  const reached = /^$/;
  const unknown = /cannot be reached\. Set ELASTICSEARCH_CA_FILE to its certificate authority/;
  test.each([
    ['its authority', 'ours.pem', 'localhost', reached],
    ['no authority', '', 'localhost', unknown],
    ['another authority', 'other.pem', 'localhost', unknown],
    ['a name that is not in the certificate', 'ours.pem', '127.0.0.1', /Set ELASTICSEARCH_URL to a name in its certificate/],
  ])('with %s', async (_, name, host, message) => {
    const { code, stderr } = await runProgram('ingest/main', ['history'], {
      ELASTICSEARCH_URL: url.replace('localhost', host),
      ELASTICSEARCH_CA_FILE: name === '' ? '' : join(certificates, name),
      INDEX_PREFIX: 'tls-nothing',
    });
    expect(stderr).toMatch(message);
    expect(code).toBe(message === reached ? 0 : 1);
  }); // prettier-ignore
});
