import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const ROWS = 400_000;
const MEGABYTES = 64;

/** Loads rows of half a kilobyte, 200 MB in all, into something that takes every document. */
const PROGRAM = `
  const { load } = await import(process.argv[1]);
  const accepted = { index: { status: 201 } };
  const client = { transport: { request: async ({ bulkBody }) => {
    await new Promise((done) => setTimeout(done, 1));
    return { items: Array(String(bulkBody).split('\\n').length >> 1).fill(accepted) };
  } } };
  async function* rows() {
    for (let line = 1; line <= ${ROWS}; line += 1) {
      const id = String(line);
      const origin = { file: 'rows.csv', line, id };
      yield line % 2 === 0 && line > 1000
        ? { origin, document: { id, text: id.padEnd(1_000, 'x') } }
        : { origin, reason: 'odd rows are no documents: ' + id };
    }
  }
  const progress = { start() {}, update() {}, complete() {}, note() {} };
  const sink = { client, resource: 'none', index: 'none-g1', alias: 'none-g1-loading' };
  const report = await load(sink, { outcomes: rows() }, { progress });
  console.log(JSON.stringify({ indexed: report.indexed, rejected: report.rejected }));
`;

test(`${ROWS} rows are loaded within a heap of ${MEGABYTES} MB, rejects and all`, async () => {
  const load = new URL('../../../dist/ingest/load/load.js', import.meta.url).href;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${MEGABYTES}`, '--input-type=module', '--eval', PROGRAM, load],
    { env: { ...process.env, NODE_OPTIONS: '' } },
  );
  expect(JSON.parse(stdout)).toEqual({ indexed: 199_500, rejected: 200_500 });
});
