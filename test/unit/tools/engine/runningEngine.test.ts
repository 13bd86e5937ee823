import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { answering } from '../../../support/answering.js';
import { untilEnd } from '../../../support/each.js';
import { emptyFolder } from '../../../support/folder.js';
import {
  findRunningEngine,
  lastPort,
  recordRunning,
} from '../../../../tools/engine/runningEngine.js';

const pid = 4711;
const run = 'run-a';
const folder = emptyFolder().path;
const dataFolder = join(folder, 'elasticsearch');
const { url } = untilEnd(
  await answering((_, response) => {
    const node = { process: { id: pid }, attributes: { run } };
    response.end(JSON.stringify({ nodes: { node } }));
  }),
);
beforeEach(() => {
  mkdirSync(dataFolder);
});

test('the server that was recorded is found', async () => {
  recordRunning(dataFolder, { url, pid, run });
  expect(await findRunningEngine(dataFolder)).toEqual({ url, pid, run });
  expect(lastPort(dataFolder)).toBe(Number(new URL(url).port));
});

test.each(['', '{', '[]', '{"url":1,"pid":"x"}', undefined])('the record %j is ignored', async (text) => {
  if (text !== undefined) writeFileSync(join(dataFolder, 'engine.json'), text);
  expect(await findRunningEngine(dataFolder)).toBeUndefined();
  expect(lastPort(dataFolder)).toBeUndefined();
}); // prettier-ignore

test.each([{ pid: pid + 1 }, { run: 'run-b' }, { url: 'http://127.0.0.1:1' }])(
  'a server other than the recorded one (%j) is ignored',
  async (other) => {
    recordRunning(dataFolder, { url, pid, run, ...other });
    expect(await findRunningEngine(dataFolder)).toBeUndefined();
  },
);
