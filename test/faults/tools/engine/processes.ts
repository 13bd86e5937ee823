import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { projectFolder } from '../../../../tools/engine/machine.js';
import { eventually } from '../../../support/patience.js';

/** The command line of every process that names the text, which is to be a folder that no other test uses. */
export function processesNaming(text: string): string[] {
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(text) && !line.includes('main.js'));
}

/** A server of ours on a port of its own. */
export async function listen(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, server };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const { port, server } = await listen();
  await new Promise((done) => server.close(done));
  return port;
}

/** `npm run elasticsearch` as a process of its own: the program itself, or through npm. */
export class CommandLine {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<number | null>;
  output = '';

  constructor(args: string[], through: 'node' | 'npm' = 'node') {
    const [command, ...leading] =
      through === 'node'
        ? [process.execPath, join(projectFolder, 'dist/tools/engine/main.js')]
        : ['npm', 'run', '--silent', 'elasticsearch', '--'];
    this.child = spawn(command, [...leading, ...args], {
      cwd: projectFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** Waits until it has printed this. */
  async says(text: string): Promise<void> {
    await eventually(`"${text}" in: ${this.output}`, () => {
      if (this.child.exitCode !== null)
        throw new Error(`It ended before "${text}": ${this.output}`);
      return this.output.includes(text);
    });
  }
}
