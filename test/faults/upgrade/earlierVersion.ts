import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../../..');

/**
 * The last commit before metrics, limits by scope, and tokens that are rotated and counted. Take a later one once nobody
 * runs it any more.
 */
const COMMIT = 'e810db040ee0843dc66c40fe8f8bbedf8e5a96bd';
const SOURCES = ['geo', 'elasticsearch', 'indices', 'ingest', 'src', 'engine'];

/** Below the project, so that it finds the packages of now; and where nothing is kept or checked. */
const FOLDER = join(PROJECT, 'dist/earlier-version', COMMIT);

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
 * Compiles the earlier version, with the packages of its own lock file where they were others.
 * @returns the folder that is its `dist`
 */
export function buildEarlierVersion(): string {
  const built = join(FOLDER, 'dist');
  if (existsSync(join(FOLDER, 'complete'))) return built;
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const files = [...SOURCES, 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
  const archive = git(['archive', '--format=tar', COMMIT, ...files], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', FOLDER], { input: archive });
  installOtherPackages();
  const compiler = join(PROJECT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--noCheck'], {
    cwd: FOLDER,
  });
  for (const kept of ['ingest/data', 'ingest/sources/sources.schema.json']) {
    cpSync(join(FOLDER, kept), join(built, kept), { recursive: true });
  }
  writeFileSync(join(FOLDER, 'complete'), '');
  return built;
}

/** Installs, beside the earlier version, the packages that the project has in another version by now, or not at all. */
function installOtherPackages(): void {
  const earlier = readLock(FOLDER);
  const now = readLock(PROJECT);
  const dependencies: Record<string, string> = {};
  for (const name of Object.keys(earlier['']?.dependencies ?? {})) {
    const path = `node_modules/${name}`;
    const version = earlier[path]?.version;
    if (version !== undefined && version !== now[path]?.version) dependencies[name] = version;
  }
  rmSync(join(FOLDER, 'package-lock.json'));
  const { version } = earlier[''] ?? {};
  const manifest = {
    name: 'earlier-version',
    version,
    private: true,
    type: 'module',
    dependencies,
  };
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify(manifest));
  if (Object.keys(dependencies).length === 0) return;
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options], { cwd: FOLDER });
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
