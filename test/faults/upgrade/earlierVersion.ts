import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../../..');

/**
 * The first commit whose lands are computed. Take a later one once nobody runs it any more, or once data
 * of now is not for it.
 */
const COMMIT = '5b0bf6b86e0b6199f0f19fe7ca4583aaed58a788';
const SOURCES = ['core', 'geo', 'elasticsearch', 'indices', 'ingest', 'src', 'engine'];

/** Below the project, so that it finds the packages of now; and where nothing is kept or checked. */
const VERSIONS = join(PROJECT, 'dist/earlier-version');

/** Tells whether the history goes back so far: that of a shallow clone, or of an archive, does not. */
export function isEarlierVersionThere(): boolean {
  try {
    git(['cat-file', '-e', `${COMMIT}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Compiles the earlier version, with the direct dependencies of its own lock file where they were others. Does nothing
 * where that was done beside the packages of now.
 * @returns the folder that is its `dist`
 */
export function buildEarlierVersion(): string {
  const lock = createHash('sha256').update(readFileSync(join(PROJECT, 'package-lock.json')));
  const folder = join(VERSIONS, `${COMMIT.slice(0, 7)}-${lock.digest('hex').slice(0, 7)}`);
  if (!existsSync(folder)) {
    mkdirSync(VERSIONS, { recursive: true });
    // Another run may do the same now.
    const building = mkdtempSync(join(VERSIONS, 'building-'));
    buildIn(building);
    if (!existsSync(folder)) renameSync(building, folder);
    else rmSync(building, { recursive: true });
  }
  return join(folder, 'dist');
}

function buildIn(folder: string): void {
  const files = [...SOURCES, 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
  const archive = git(['archive', '--format=tar', COMMIT, ...files], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  installOtherPackages(folder);
  const compiler = join(PROJECT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--noCheck'], {
    cwd: folder,
  });
  for (const kept of ['ingest/data', 'ingest/sources/sources.schema.json']) {
    cpSync(join(folder, kept), join(folder, 'dist', kept), { recursive: true });
  }
}

/** Installs, beside the earlier version, the packages that the project has in another version by now, or not at all. */
function installOtherPackages(folder: string): void {
  const earlier = readLock(folder);
  const now = readLock(PROJECT);
  const dependencies: Record<string, string> = {};
  for (const name of Object.keys(earlier['']?.dependencies ?? {})) {
    const path = `node_modules/${name}`;
    const version = earlier[path]?.version;
    if (version !== undefined && version !== now[path]?.version) dependencies[name] = version;
  }
  rmSync(join(folder, 'package-lock.json'));
  const { version } = earlier[''] ?? {};
  const manifest = {
    name: 'earlier-version',
    version,
    private: true,
    type: 'module',
    dependencies,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  if (Object.keys(dependencies).length === 0) return;
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options], { cwd: folder });
}

interface LockedPackage {
  version?: string;
  dependencies?: Record<string, string>;
}

function readLock(folder: string): Record<string, LockedPackage | undefined> {
  const text = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: Record<string, LockedPackage> }).packages;
}

function git(args: string[], options: ExecFileSyncOptions = {}): string | Buffer {
  return execFileSync('git', args, { cwd: PROJECT, ...options });
}
