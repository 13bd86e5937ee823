import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { findRunningEngine } from '../../../../core/elasticsearch/runningEngine.js';
import { eventually, patienceMs } from '../../../support/patience.js';
import { CommandLine, freePort, listen, processesNaming } from './processes.js';

jest.setTimeout(patienceMs);

let folder: string;
let running: CommandLine | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-command-'));
});

afterEach(async () => {
  running?.child.kill('SIGTERM');
  await running?.ended;
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function run(port: number): CommandLine {
  running = new CommandLine(['--port', String(port), '--data', folder, '--heap', '256']);
  return running;
}

test('prints the address when ready, stops cleanly on Ctrl-C, and keeps its port', async () => {
  const port = await freePort();
  const command = run(port);
  await command.says(`Elasticsearch is ready: http://127.0.0.1:${port} (process `);
  expect(await findRunningEngine(folder)).toMatchObject({ url: `http://127.0.0.1:${port}` });
  command.child.kill('SIGINT');
  expect(await command.ended).toBe(0);
  expect(processesNaming(folder)).toEqual([]);
  running = new CommandLine(['--data', folder, '--heap', '256']);
  await running.says(`Elasticsearch is ready: http://127.0.0.1:${port} (process `);
});

test.each(['Starting', 'is ready'])('killed after "%s": the server goes with it', async (stage) => {
  const command = run(await freePort());
  await command.says(stage);
  await eventually('a supervised server', () => processesNaming(folder).length >= 2);
  command.child.kill('SIGKILL');
  await command.ended;
  await eventually('no process is left', () => processesNaming(folder).length === 0);
  expect(await findRunningEngine(folder)).toBeUndefined();
});

test('Ctrl-C while starting', async () => {
  const command = run(await freePort());
  await command.says('Starting');
  await eventually('a supervised server', () => processesNaming(folder).length >= 2);
  command.child.kill('SIGINT');
  expect(await command.ended).toBe(0);
  expect(processesNaming(folder)).toEqual([]);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('%s to the npm that runs it', async (signal) => {
  running = new CommandLine(['--port', String(await freePort()), '--data', folder], 'npm');
  await running.says('Starting');
  running.child.kill(signal);
  await eventually('no process is left', () => processesNaming(folder).length === 0);
});

test('a port in use is one sentence and a failure', async () => {
  const { port, server } = await listen();
  try {
    const command = run(port);
    expect(await command.ended).toBe(1);
    expect(command.output).toBe(
      `Port ${port} of 127.0.0.1 is in use by another program. Choose another port, or stop that program.\n`,
    );
  } finally {
    server.close();
  }
});

test.each([
  [['--port', '0'], /an integer from 1 to 65535/],
  [['--heap', 'much'], /an integer from 128/],
  [['--prot', '1'], /unknown option '--prot'/],
])('%j is wrong usage', async (args, message) => {
  running = new CommandLine(args);
  expect(await running.ended).toBe(2);
  expect(running.output).toMatch(message);
});
