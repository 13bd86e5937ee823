import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { omitBy } from 'es-toolkit/object';
import type { Main } from '../../core/cli/program.js';
import { PROJECT } from './docs.js';
import { eventually } from './patience.js';

export interface Ended {
  /** Null if a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A program of ours as a process of its own. */
export interface Program {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Returns all that it has printed. */
  output: () => string;
  /** Waits until it has printed this. */
  says: (text: string) => Promise<void>;
}

type Environment = Record<string, string | undefined>;

/** Starts a command, beside the tests: it may send requests to servers of the tests. */
export function startProgram(
  [command = '', ...args]: readonly string[],
  { cwd = PROJECT, env = process.env } = {},
): Program {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, stdout, stderr] = ['', '', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    output += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
  const says = (text: string): Promise<void> =>
    eventually(`"${text}"`, () => {
      if (output.includes(text)) return true;
      if (child.exitCode !== null) throw new Error(`It ended before "${text}": ${output}`);
      return false;
    });
  return { child, ended, output: () => output, says };
}

/** Runs a compiled program with only these settings, and waits for its end. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: Environment = {},
): Promise<Ended> {
  const command = [process.execPath, `dist/${program}.js`, ...args];
  return startProgram(command, { env: { PATH: process.env.PATH, ...env } }).ended;
}

/**
 * Runs a command line in this process, with only these settings and the Elasticsearch of the tests. Several at once
 * would have each other's settings.
 */
export async function runMain(
  main: Main,
  args: readonly string[],
  env: Environment = {},
): Promise<Ended> {
  const { env: before } = process;
  const { PATH, ELASTICSEARCH_URL } = before;
  const printed = { stdout: '', stderr: '' };
  const into = (name: keyof typeof printed): Writable =>
    new Writable({
      write(chunk, _, done) {
        printed[name] += String(chunk);
        done();
      },
    });
  process.env = omitBy({ PATH, ELASTICSEARCH_URL, ...env }, (value) => value === undefined);
  try {
    const code = await main(args, { stdout: into('stdout'), stderr: into('stderr') });
    return { code, ...printed };
  } finally {
    process.env = before;
  }
}
