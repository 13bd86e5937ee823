import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

// An Elasticsearch with security shows a login that may not read an index none: it has answered so when it was tried.
const PRIVILEGES = '/_security/user/_has_privileges';

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const body = path.endsWith('_search')
      ? { took: 1, timed_out: false, _shards: { total: 0, successful: 0, skipped: 0, failed: 0 }, hits: { total: { value: 0, relation: 'eq' }, hits: [] } } // prettier-ignore
      : {};
    let sent = '';
    request.setEncoding('utf8').on('data', (text: string) => (sent += text));
    request.on('end', () => {
      response.writeHead(200, {
        'content-type': 'application/vnd.elasticsearch+json; compatible-with=9',
        'x-elastic-product': 'Elasticsearch',
      });
      const answer = path === PRIVILEGES ? { index: lacking(sent) } : body;
      response.end(JSON.stringify(answer));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function lacking(asked: string): Record<string, Record<string, boolean>> {
  const { index } = JSON.parse(asked) as { index: { names: string[]; privileges: string[] }[] };
  return Object.fromEntries(
    index.flatMap(({ names, privileges }) =>
      names.map((name) => [name, Object.fromEntries(privileges.map((each) => [each, false]))]),
    ),
  );
}

test.each([
  ['dist/ingest/main.js', 'status', 'game-countries*'],
  ['dist/src/access/tokens/main.js', 'list', 'game-tokens'],
])('%s %s tells a login that may not read so, and fails', async (program, command, index) => {
  const { port } = server.address() as AddressInfo;
  const env = {
    PATH: process.env.PATH,
    ELASTICSEARCH_URL: `http://127.0.0.1:${port}`,
    INDEX_PREFIX: 'game',
  };
  const { code, stdout, stderr } = await new Promise<{
    code: number;
    stdout: string;
    stderr: string;
  }>((resolve) => {
    execFile(process.execPath, [program, command], { env }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), stdout: out, stderr: err });
    });
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('lacks the privileges read and view_index_metadata');
  expect(stderr).toContain(index);
});
