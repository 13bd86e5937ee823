import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { handOver, sharedFolder } from './dataFolder.js';
import { EngineError, mavenFailure } from './errors.js';
import { chooseJava, findOnPath } from './java.js';
import { engineFolder, may, serverAccount } from './machine.js';

const BUILD_TIMEOUT_MS = 15 * 60_000;
const pluginFolder = join(engineFolder, 'plugin');
const DESCRIPTOR = 'plugin-descriptor.properties';

export interface BuildOptions {
  log?: ((line: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Returns the folder of the built server, and builds it if needed. Its name has a hash of the sources, and it
 * appears by a rename: if it exists, it is complete and current. Two builds at once are safe.
 * @throws EngineError with a sentence for the user; on abort, the signal's reason
 */
export async function ensureBuilt(
  { log, signal }: BuildOptions,
  target = targetFolder(),
): Promise<string> {
  const home = join(target, `elasticsearch-${sourceHash()}`);
  if (existsSync(home)) return home;
  const maven = findOnPath('mvn');
  if (maven === undefined)
    throw new EngineError(
      'Building the local Elasticsearch needs Maven. Install it so that `mvn` is on the PATH, or set ELASTICSEARCH_URL to a running Elasticsearch.',
    );
  const java = chooseJava(
    ({ home: each }) => existsSync(join(each, 'bin', 'javac')),
    'has no compiler (javac)',
  );
  mkdirSync(target, { recursive: true });
  // The server's account must enter it, whatever root's umask is.
  if (serverAccount() !== undefined) chmodSync(target, 0o755);
  log?.('Building the local Elasticsearch, once. Maven downloads about 140 MB if needed.');
  removeLeftovers(target);
  const folder = mkdtempSync(join(target, 'build-'));
  try {
    await runMaven(maven, java.home, folder, signal);
    const name = readdirSync(folder).find((each) => each.startsWith('elasticsearch-'));
    if (name === undefined) throw new EngineError('Maven built no Elasticsearch.');
    const made = join(folder, name);
    copyFileSync(join(pluginFolder, DESCRIPTOR), join(made, 'plugins', 'geo-shape', DESCRIPTOR));
    handOver(made, serverAccount());
    moveIntoPlace(made, home);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return home;
}

/** Returns a folder that the server's account can enter: not a clone below root's home. */
function targetFolder(): string {
  return may(serverAccount(), '-x', engineFolder) ? join(engineFolder, 'target') : sharedFolder();
}

/** Returns a short hash of all inputs of the build. */
export function sourceHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(engineFolder, 'pom.xml')));
  const names = readdirSync(pluginFolder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((name) => /\.(java|properties)$/.test(name)).sort()) {
    hash.update(`\0${name}\0`).update(readFileSync(join(pluginFolder, name)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** Removes the folders of killed builds: those that are older than any build can be. */
function removeLeftovers(target: string): void {
  for (const name of readdirSync(target).filter((name) => name.startsWith('build-'))) {
    const folder = join(target, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > BUILD_TIMEOUT_MS)
      rmSync(folder, { recursive: true, force: true });
  }
}

/** Renames a finished folder, unless another process was faster. */
function moveIntoPlace(finished: string, home: string): void {
  try {
    renameSync(finished, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
  }
}

async function runMaven(
  maven: string,
  javaHome: string,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const pom = join(engineFolder, 'pom.xml');
  const parameters = ['-B', '-q', '-f', pom, `-Dbuild.folder=${folder}`, 'package'];
  const building = promisify(execFile)(maven, parameters, {
    // Without a locale, Java cannot open a folder whose name is not ASCII.
    env: { ...process.env, JAVA_HOME: javaHome, LC_ALL: 'C.UTF-8' },
    timeout: BUILD_TIMEOUT_MS,
    maxBuffer: Infinity,
  });
  const stop = () => building.child.kill();
  process.once('exit', stop);
  // The option `signal` of Node would not wait for the end of Maven.
  signal?.addEventListener('abort', stop);
  try {
    await building;
  } catch (error) {
    signal?.throwIfAborted();
    const { stdout, stderr, message } = error as Error & { stdout: string; stderr: string };
    throw mavenFailure(stdout + stderr || message, folder);
  } finally {
    process.removeListener('exit', stop);
    signal?.removeEventListener('abort', stop);
  }
}
