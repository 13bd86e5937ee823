import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const STAMP = '.stamp';
/** Inputs of the build besides the sources of the pages. */
const RECIPE = ['package-lock.json', 'tsconfig.json', 'tools/scripts/buildWeb.mjs'];
/** Results of other builds inside of web/. */
const MADE = /^client[/\\]dist([/\\]|$)|(^|[/\\])node_modules([/\\]|$)/;

/**
 * Builds the pages and the widget into dist/web, if their inputs have changed.
 * @param {string} project the folder of the project
 * @param {(args: string[]) => Promise<number>} runNode runs Node in it, and returns its exit status
 * @returns {Promise<number>} 0, or the exit status of a failed build, which leaves the old pages in place
 */
export async function buildWeb(project, runNode) {
  const target = join(project, 'dist/web');
  const stamp = stampOf(project);
  if (stampIn(target) === stamp) return 0;
  // Built beside it, so that an API that starts meanwhile finds all old or all new pages.
  const built = `${target}.${process.pid}`;
  const vite = join(project, 'node_modules/vite/bin/vite.js');
  const config = ['--config', 'web/vite.config.ts', '--logLevel', 'warn'];
  const args = [vite, 'build', ...config, '--outDir', built];
  const clear = () => rmSync(built, { recursive: true, force: true });
  // A signal may end this process meanwhile.
  process.once('exit', clear);
  try {
    const status = (await runNode(args)) || (await runNode([...args, '--mode', 'widget']));
    if (status !== 0) return status;
    renameSync(join(built, 'explorer/index.html'), join(built, 'index.html'));
    rmSync(join(built, 'explorer'), { recursive: true });
    writeFileSync(join(built, STAMP), stamp);
    putInPlace(built, target);
    return 0;
  } finally {
    process.off('exit', clear);
    clear();
  }
}

/** Returns a hash of all inputs. Times of files do not count, because a checkout sets them. */
function stampOf(project) {
  const web = readdirSync(join(project, 'web'), { recursive: true, encoding: 'utf8' });
  const sources = web.filter((name) => !MADE.test(name)).map((name) => join('web', name));
  const hash = createHash('sha256');
  for (const name of [...RECIPE, ...sources.sort()]) {
    const file = join(project, name);
    if (statSync(file).isFile()) hash.update(`${name}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function stampIn(target) {
  const file = join(target, STAMP);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Replaces the old pages. If another command does the same meanwhile, the pages of one of them stay. */
function putInPlace(built, target) {
  const before = `${built}.before`;
  attempt(() => renameSync(target, before), ['ENOENT']);
  attempt(() => renameSync(built, target), ['ENOTEMPTY', 'EEXIST']);
  rmSync(before, { recursive: true, force: true });
}

function attempt(action, expected) {
  try {
    action();
  } catch (error) {
    if (!expected.includes(error.code)) throw error;
  }
}
