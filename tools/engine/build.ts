import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from './buildLock.js';
import { requireSpace } from './disk.js';
import { EngineError } from './errors.js';
import { engineFolder, targetFolder } from './folders.js';
import { findJava, findOnPath } from './java.js';
import { runMaven } from './maven.js';

const buildMegabytes = 600;
const pluginFolder = join(engineFolder, 'plugin');
const descriptor = 'plugin-descriptor.properties';

/** A caller's options for a build. */
export interface BuildOptions {
  /** Where the result goes; tools/engine/target when absent. */
  targetFolder?: string | undefined;
  log?: ((line: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The folder of the built server. It is named by a hash of its sources and appears complete, by a rename: if it is
 * there, it is whole and up to date.
 * @throws EngineError `maven_missing`, `java_missing`, `disk_full`, `build_failed`
 */
export async function ensureBuilt(options: BuildOptions = {}): Promise<string> {
  const folder = options.targetFolder ?? targetFolder;
  const home = join(folder, `elasticsearch-${sourceHash()}`);
  if (existsSync(home)) return home;
  return withLock(join(folder, 'build.lock'), options.signal, async () => {
    if (!existsSync(home)) await build(home, options);
    return home;
  });
}

/** A short hash of everything that decides what a build makes. */
export function sourceHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(engineFolder, 'pom.xml')));
  const names = readdirSync(pluginFolder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((name) => /\.(java|properties)$/.test(name)).sort()) {
    hash.update(`\0${name}\0`).update(readFileSync(join(pluginFolder, name)));
  }
  return hash.digest('hex').slice(0, 12);
}

async function build(home: string, { log, signal }: BuildOptions): Promise<void> {
  const maven = findOnPath('mvn');
  if (maven === undefined) {
    throw new EngineError(
      'maven_missing',
      'Building the local Elasticsearch needs Maven: install it so that `mvn` is on the PATH, or set ELASTICSEARCH_URL to a running Elasticsearch.',
    );
  }
  const java = findJava({ withCompiler: true });
  const target = dirname(home);
  await requireSpace(target, buildMegabytes);
  log?.(
    'Building the local Elasticsearch, once; Maven fetches about 140 MB unless it has them already.',
  );
  removeRemains(target);
  const folder = mkdtempSync(join(target, 'build-'));
  try {
    await runMaven(maven, java.home, folder, signal);
    const made = readdirSync(folder).find((name) => name.startsWith('elasticsearch-'));
    if (made === undefined) throw new EngineError('build_failed', 'Maven built no Elasticsearch.');
    copyFileSync(
      join(pluginFolder, descriptor),
      join(folder, made, 'plugins', 'geo-shape', descriptor),
    );
    moveIntoPlace(join(folder, made), home);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes the remains of killed builds. We hold the lock: nobody works there. */
function removeRemains(target: string): void {
  for (const name of readdirSync(target).filter((name) => name.startsWith('build-'))) {
    rmSync(join(target, name), { recursive: true, force: true });
  }
}

/** Makes a finished folder appear at once; another one that was quicker is as good. */
export function moveIntoPlace(finished: string, home: string): void {
  try {
    renameSync(finished, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
  }
}
