import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { EngineError, throwIfInterrupted } from './errors.js';
import { engineFolder, targetFolder } from './folders.js';

const buildTimeoutMs = 15 * 60_000;

/**
 * Has Maven build the server and the plugin into the folder.
 * @throws EngineError `build_failed`, `disk_full`, `interrupted`
 */
export async function runMaven(
  maven: string,
  javaHome: string,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  throwIfInterrupted(signal);
  const args = [
    '-B',
    '-q',
    '-f',
    join(engineFolder, 'pom.xml'),
    `-Dbuild.folder=${folder}`,
    'package',
  ];
  const child = spawn(maven, args, {
    // Where no language is set, Java cannot open a folder whose name has letters beyond ASCII.
    env: { ...process.env, JAVA_HOME: javaHome, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: buildTimeoutMs,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const stop = () => child.kill();
  process.once('exit', stop);
  signal?.addEventListener('abort', stop);
  try {
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    throwIfInterrupted(signal);
    if (status !== 0) throw mavenFailure(output);
  } finally {
    process.removeListener('exit', stop);
    signal?.removeEventListener('abort', stop);
  }
}

/** The sentence for what Maven said. */
export function mavenFailure(output: string): EngineError {
  if (/No space left on device/i.test(output)) {
    return new EngineError(
      'disk_full',
      `The disk of ${targetFolder} is full: Elasticsearch could not be built.`,
    );
  }
  return new EngineError(
    'build_failed',
    `Maven could not build Elasticsearch: ${tellingLine(output)}`,
  );
}

/** Lines that only say that there was an error. */
const headline = /^$|:\s*$|^-+$|^Error executing Maven\.$/;

/** Picks the reason: what is fatal, else the first error that says more than that there was one, else the last line. */
function tellingLine(output: string): string {
  const lines = stripVTControlCharacters(output).trim().split('\n');
  const told = (level: string): string | undefined =>
    lines
      .filter((line) => line.startsWith(`[${level}]`))
      .map((line) => line.replace(/^(\[(ERROR|FATAL)\]\s*)+/, ''))
      .find((text) => !headline.test(text));
  const line = told('FATAL') ?? told('ERROR') ?? lines.at(-1) ?? '';
  return line.replace(/ -> \[Help \d+\]| @\s*$/g, '').trim() || 'it ended without a word';
}
