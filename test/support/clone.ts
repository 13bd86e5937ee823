import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PROJECT } from './docs.js';
import { type Program, startProgram } from './program.js';

const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const FOLDERS = ['core', 'indices', 'ingest', 'operation', 'src', 'tools/engine', 'tools/bench', 'web', 'node_modules']; // prettier-ignore

/**
 * A clone of the project with a data folder and a build of its own, which shares all else with this one. The build
 * is one of its own because tests that run beside this one must not meet half a build.
 */
export class Clone {
  readonly path = mkdtempSync(join(tmpdir(), 'a clone '));
  /** Holds programs that come before all others on the PATH. */
  readonly #programs = mkdtempSync(join(tmpdir(), 'programs-'));
  readonly #running: Program[] = [];

  constructor({ isInstalled = true } = {}) {
    cpSync(join(PROJECT, 'tools/scripts'), join(this.path, 'tools/scripts'), { recursive: true });
    for (const name of [...FILES, ...(isInstalled ? FOLDERS : [])])
      symlinkSync(join(PROJECT, name), join(this.path, name));
    const options = { recursive: true, preserveTimestamps: true };
    if (isInstalled) cpSync(join(PROJECT, 'dist'), join(this.path, 'dist'), options);
  }

  write(name: string, text: string): void {
    mkdirSync(join(this.path, name, '..'), { recursive: true });
    writeFileSync(join(this.path, name), text);
  }

  /** Replaces a command by a shell script. */
  fake(program: string, script: string): void {
    writeFileSync(join(this.#programs, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  run(command: string[], environment: Record<string, string | undefined> = {}): Program {
    const PATH = `${this.#programs}${delimiter}${process.env.PATH ?? ''}`;
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      PATH,
      ELASTICSEARCH_URL: undefined,
      PORT: '0',
      ...environment,
    };
    const program = startProgram(command, { cwd: this.path, env });
    this.#running.push(program);
    return program;
  }

  /** Without a PORT, its API asks the system for a port. */
  quickstart(environment: Record<string, string | undefined> = {}, args: string[] = []): Program {
    return this.run([process.execPath, 'tools/scripts/quickstart.mjs', ...args], environment);
  }

  async remove(): Promise<void> {
    for (const { child, ended } of this.#running) {
      child.kill('SIGTERM');
      await ended;
    }
    for (const folder of [this.path, this.#programs])
      rmSync(folder, { recursive: true, force: true });
  }
}
