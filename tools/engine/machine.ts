import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { isAlive } from '../../core/processes.js';
import { EngineError, portInUse } from './errors.js';

/** The folder of the project, for both tools/engine/ and dist/tools/engine/. */
export const projectFolder = findProjectFolder(import.meta.dirname);

/** The Maven project and the sources of the plugin. */
export const engineFolder = join(projectFolder, 'tools', 'engine');

function findProjectFolder(folder: string): string {
  if (existsSync(join(folder, 'tools', 'engine', 'pom.xml'))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error('tools/engine/pom.xml is missing: this checkout is incomplete.');
  return findProjectFolder(parent);
}

/** An account of the operating system, by number. */
export interface Account {
  uid: number;
  gid: number;
}

/** The number of unknown accounts in Linux. It needs no entry in a list of users. */
const OVERFLOW_ID = 65_534;

/**
 * Returns the account for the server; undefined: our own. Elasticsearch does not run as root, so that root
 * uses the owner of the checkout (as under sudo), or else `nobody`.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(engineFolder);
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: idOfNobody('-u') ?? OVERFLOW_ID, gid: idOfNobody('-g') ?? OVERFLOW_ID };
}

function idOfNobody(kind: '-u' | '-g'): number | undefined {
  const answer = spawnSync('id', [kind, 'nobody'], { encoding: 'utf8' });
  // The number of `nobody` in macOS is -2, printed unsigned.
  const id = Number.parseInt(answer.stdout || '', 10) | 0;
  return id === 0 ? undefined : id;
}

/**
 * True if the account may write (`-w`), or run or enter (`-x`) the path. Only the system can tell, because
 * all parent folders, groups and access lists count.
 */
export function may(account: Account | undefined, access: '-w' | '-x', path: string): boolean {
  return spawnSync('test', [access, path], { ...account, stdio: 'ignore' }).status === 0;
}

/**
 * Checks a port before the build, because the server would fail only seconds after its start.
 * @throws EngineError when it is in use
 */
export async function requireFreePort(port: number): Promise<void> {
  const server = await listen(port).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'EADDRINUSE'
      ? portInUse(port)
      : new EngineError(`Port ${port} cannot be used (${message}). Choose another port.`);
  });
  await close(server);
}

/** Returns free ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  // All at the same time, or the system could choose a port twice.
  const held = await Promise.all(Array.from({ length: count }, () => listen(0)));
  const ports = held.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(held.map(close));
  return ports;
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

const ORPHAN_POLL_MS = 500;

/**
 * Calls back when the npm that runs this process has ended: npm passes on few signals, so that its command
 * would go on. Does nothing without npm, because other parents may end earlier.
 * @returns a function that ends this
 */
export function whenOrphaned(callback: () => void): () => void {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const parent = process.ppid;
  const npm = findNpm(parent);
  const watch = setInterval(() => {
    if (process.ppid === parent && isAlive(npm)) return;
    clearInterval(watch);
    callback();
  }, ORPHAN_POLL_MS).unref();
  return () => {
    clearInterval(watch);
  };
}

/** npm is the parent of the shell that runs us. Some shells are replaced by their command. */
function findNpm(parent: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(parent)], {
    encoding: 'utf8',
  });
  const [, grandparent = '', command = ''] = /^\s*(\d+)\s+(.*)/.exec(stdout) ?? [];
  return /^(\S*\/)?(ba|da|z|k|a)?sh -c /.test(command) ? Number(grandparent) : parent;
}
