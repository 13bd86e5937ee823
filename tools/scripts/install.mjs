import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb, npm } from './buildWeb.mjs';

/** The project's folder. */
export const projectFolder = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const packages = join(projectFolder, 'node_modules');

/**
 * Installs what is missing of package-lock.json, and leaves what is there.
 * @param forTests also what only tests, linters and benches need, which are the development dependencies
 */
export async function installIfNeeded(forTests = false) {
  if (isInstalled(forTests)) return;
  // `npm ci` would begin with an empty folder, although half of the packages may be there.
  const command = existsSync(packages) ? ['install', '--no-save'] : ['ci'];
  const all = forTests || existsSync(join(packages, 'jest'));
  console.log(`Installing the dependencies (npm ${command.join(' ')}).`);
  // Whatever NODE_ENV is.
  const chosen = all ? '--include=dev' : '--omit=dev';
  await runOrExit(npm, [...command, chosen, '--no-audit', '--no-fund', '--loglevel=error']);
}

/** The TypeScript compiler. */
export const compiler = join(projectFolder, 'node_modules/typescript/bin/tsc');

/** Compiles what has changed, and builds the pages. Takes a second if nothing has changed. */
export async function build() {
  await compile();
  await buildPages();
}

/** Compiles the TypeScript into dist/, and copies what is not compiled there. */
export async function compile() {
  const projects = ['tsconfig.build.json', 'web/client'].map((name) => join(projectFolder, name));
  await runOrExit(process.execPath, [compiler, '-b', ...projects]);
  for (const kept of ['ingest/data', 'ingest/sources.schema.json', 'src/openapi/page']) {
    cpSync(join(projectFolder, kept), join(projectFolder, 'dist', kept), {
      recursive: true,
      filter: isOutdated,
    });
  }
}

/** Builds the pages. Needs the compiled client. */
export async function buildPages() {
  const production = { NODE_ENV: 'production' };
  // The output of the command that needs the build starts with its own first line.
  const stdio = ['ignore', 'ignore', 'inherit'];
  const status = await buildWeb(projectFolder, (command, args) =>
    run(command, args, production, { stdio }),
  );
  if (status !== 0) process.exit(status);
}

/** True for a file to copy. A current copy stays, because another command may be reading it. */
function isOutdated(source, target) {
  const { size, mtimeMs } = statSync(source);
  const copy = statSync(target, { throwIfNoEntry: false });
  return copy === undefined || copy.isDirectory() || copy.size !== size || copy.mtimeMs < mtimeMs;
}

/**
 * True if node_modules holds the packages of package-lock.json, by the notes of npm. Times of files do not count,
 * because a checkout sets them.
 * @param forTests also the development dependencies
 */
export function isInstalled(forTests = false) {
  const noted = join(packages, '.package-lock.json');
  if (!existsSync(noted)) return false;
  const wanted = Object.entries(readPackages(join(projectFolder, 'package-lock.json')));
  const installed = readPackages(noted);
  return wanted.every(
    ([path, { version, optional, dev, link }]) =>
      !path.startsWith('node_modules/') ||
      link === true ||
      (dev === true && !forTests) ||
      (installed[path] ? installed[path].version === version : optional === true),
  );
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/** Runs a command in the project's folder. If it fails, this process exits with its status. */
export async function runOrExit(command, args, environment = {}, options = {}) {
  const status = await run(command, args, environment, options);
  if (status !== 0) process.exit(status);
}

/**
 * Runs a command in the project's folder and returns its exit status. Signals are passed on, and this process waits
 * for the end of the command. With `wholeGroup`, that includes the processes that the
 * command starts, also if the command itself is killed.
 */
export async function run(command, args, environment = {}, options = {}) {
  const { wholeGroup = false, stdio = 'inherit' } = options;
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const hasGroup = wholeGroup && process.platform !== 'win32';
  let child;
  let stopSignal;
  const pass = (signal) => {
    stopSignal = signal;
    if (hasGroup) signalGroup(child, signal);
    else child?.kill(signal);
  };
  const endWatch = await whenOrphaned(() => pass('SIGTERM'));
  child = spawn(command, args, {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    stdio,
    detached: hasGroup,
  });
  for (const signal of signals) process.on(signal, pass);
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command} could not be run: ${error.message}`);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
  if (hasGroup) signalGroup(child, 'SIGKILL');
  for (const signal of signals) process.off(signal, pass);
  endWatch();
  if (stopSignal !== undefined) process.exit(130);
  return status;
}

function signalGroup(child, signal) {
  try {
    if (child?.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // All its processes have ended.
  }
}

/** Calls back when the npm that runs this script has ended. Before the first build, it does nothing. */
async function whenOrphaned(callback) {
  if (!existsSync(join(projectFolder, 'dist/tools/engine/machine.js'))) return () => undefined;
  const orphan = await import('../../dist/tools/engine/machine.js');
  return orphan.whenOrphaned(callback);
}
