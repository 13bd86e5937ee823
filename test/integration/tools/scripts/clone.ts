import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectFolder } from '../../../../tools/engine/machine.js';
import { eventually } from '../../../support/patience.js';

const SOURCES = ['core', 'indices', 'ingest', 'src', 'tools/engine', 'tools/bench', 'web'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

/** A program that runs in a clone. */
export interface Run {
  child: ChildProcess;
  output: () => string;
  /** The exit status. */
  ended: Promise<number | null>;
  /** Waits until it has printed this. */
  says: (text: string) => Promise<void>;
}

/** A clone of the project with a data folder of its own, which shares all else with this one. */
export class Clone {
  readonly path = mkdtempSync(join(tmpdir(), 'a clone '));
  /** Holds programs that come before all others on the PATH. */
  readonly #programs = mkdtempSync(join(tmpdir(), 'programs-'));
  readonly #running = new Set<ChildProcess>();

  constructor({ installed = true } = {}) {
    cpSync(join(projectFolder, 'tools/scripts'), join(this.path, 'tools/scripts'), {
      recursive: true,
    });
    for (const name of [...FILES, ...(installed ? [...SOURCES, 'dist', 'node_modules'] : [])])
      symlinkSync(join(projectFolder, name), join(this.path, name));
  }

  /** Makes what a command of that name does a shell script. */
  fake(program: string, script: string): void {
    writeFileSync(join(this.#programs, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  run(command: string, args: string[], environment: Record<string, string | undefined> = {}): Run {
    const PATH = `${this.#programs}${delimiter}${process.env.PATH ?? ''}`;
    const child = spawn(command, args, {
      cwd: this.path,
      env: { ...process.env, NODE_OPTIONS: '', PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const says = (text: string): Promise<void> =>
      eventually(`"${text}"`, () => {
        if (output.includes(text)) return true;
        if (child.exitCode !== null) throw new Error(`It ended before "${text}": ${output}`);
        return false;
      });
    return { child, output: () => output, ended, says };
  }

  async remove(): Promise<void> {
    for (const child of this.#running) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await closed;
    }
    for (const folder of [this.path, this.#programs])
      rmSync(folder, { recursive: true, force: true });
  }
}
