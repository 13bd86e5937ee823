import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let folder: string;
let server: Server;
let url: string;

function openssl(...args: string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

function authority(name: string): void {
  openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`); // prettier-ignore
}

/** Before the Elasticsearch of the tests, with a certificate that an authority of its own has signed. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tls-'));
  authority('ours');
  authority('other');
  openssl('req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', 'server.key', '-out', 'server.csr'); // prettier-ignore
  openssl('x509', '-req', '-in', 'server.csr', '-CA', 'ours.pem', '-CAkey', 'ours.key', '-CAcreateserial', '-days', '2', '-copy_extensions', 'copy', '-out', 'server.pem'); // prettier-ignore
  const read = (name: string) => readFileSync(join(folder, name));
  const { hostname, port } = new URL(process.env.ELASTICSEARCH_URL ?? '');
  server = createServer({ key: read('server.key'), cert: read('server.pem') }, (socket) => {
    const plain = connect(Number(port), hostname);
    socket.pipe(plain).pipe(socket);
    for (const end of [socket, plain]) {
      end.on('error', () => {
        socket.destroy();
        plain.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const PROGRAMS = [
  ['the ingestion', 'dist/ingest/main.js', ['history']],
  ['the tokens', 'dist/src/access/tokens/main.js', ['list']],
] as const;

interface Ended {
  code: number;
  stderr: string;
}

/** Not by `spawnSync`, for the server is in this process. */
function run(program: string, args: readonly string[], caFile: string, at = url): Promise<Ended> {
  const env = {
    PATH: process.env.PATH,
    ELASTICSEARCH_URL: at,
    ELASTICSEARCH_CA_FILE: caFile,
    INDEX_PREFIX: 'tls-nothing',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, _, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stderr });
    });
  });
}

test.each(PROGRAMS)('%s trust the authority of ELASTICSEARCH_CA_FILE', async (_, program, args) => {
  const { code, stderr } = await run(program, args, join(folder, 'ours.pem'));
  expect({ code, stderr: stderr.replace(/^There are no tokens yet.*\n$/, '') }).toEqual({
    code: 0,
    stderr: '',
  });
});

test.each([
  ['no authority', ''],
  ['another authority', 'other.pem'],
])('with %s they say what to set', async (_, name) => {
  for (const [, program, args] of PROGRAMS) {
    const { code, stderr } = await run(program, args, name === '' ? '' : join(folder, name));
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot be reached\. Set ELASTICSEARCH_CA_FILE to its certificate authority/);
  }
}); // prettier-ignore

test('a name that is not in the certificate is told', async () => {
  const [[, program, args]] = PROGRAMS;
  const at = url.replace('localhost', '127.0.0.1');
  const { code, stderr } = await run(program, args, join(folder, 'ours.pem'), at);
  expect(code).toBe(1);
  expect(stderr).toMatch(/Set ELASTICSEARCH_URL to a name in its certificate/);
});
