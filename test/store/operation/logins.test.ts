import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { main as ingest } from '../../../ingest/commandLine.js';
import { main } from '../../../operation/access/commandLine.js';
import { rolesOf } from '../../../operation/access/logins.js';
import { runMain } from '../../support/program.js';
import { emptyFolder } from '../../support/folder.js';

const folder = emptyFolder().path;

// test/faults/security runs it with the security of Elasticsearch.
describe('npm run access', () => {
  const access = (args: string[], url = 'http://127.0.0.1:1') =>
    runMain(main, args, { ELASTICSEARCH_URL: url, INDEX_PREFIX: 'game' });

  test('`role` shows the privileges without a server', async () => {
    const { stdout } = await access(['role', 'backup', '--prefix', 'x']);
    expect(JSON.parse(stdout)).toEqual(rolesOf('x').backup);
  });

  test.each([
    ['short', ['users', '--passwords', '.'], 'shorter than 6 characters'],
    ['', ['users', '--passwords', 'nowhere'], 'Correct --passwords'],
    ['', ['key', 'nobody'], 'Allowed choices are api'],
    ['', ['key', 'api', '--expires-days', '0'], 'a whole number of days from 1 to 36500'],
  ])('with the password "%s", %j is wrong usage, before any request', async (password, args, message) => {
    writeFileSync(join(folder, 'api'), password);
    const path = (arg: string): string => (/^(\.|nowhere)$/.test(arg) ? join(folder, arg) : arg);
    const { code, stderr } = await access(args.map(path));
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  }); // prettier-ignore

  test('an Elasticsearch without security is reported', async () => {
    const { code, stderr } = await access(['key', 'api'], process.env.ELASTICSEARCH_URL);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Turn its security on/);
  });
});

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
    const { code, stderr } = await runMain(ingest, ['history'], {
      ELASTICSEARCH_URL: url.replace('localhost', host),
      ELASTICSEARCH_CA_FILE: name === '' ? '' : join(certificates, name),
      INDEX_PREFIX: 'tls-nothing',
    });
    expect(stderr).toMatch(message);
    expect(code).toBe(message === reached ? 0 : 1);
  }); // prettier-ignore
});
