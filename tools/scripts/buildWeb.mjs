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
/** What decides how the pages come out, besides their own sources. */
const RECIPE = ['package-lock.json', 'tsconfig.json', 'tools/scripts/buildWeb.mjs'];
/** Made by others, inside of web/. */
const MADE = /^client[/\\]dist([/\\]|$)|(^|[/\\])node_modules([/\\]|$)/;

/**
 * Builds the pages and the widget into dist/web, if what they are made of has changed.
 * @param {string} project the folder of the project
 * @param {(args: string[]) => Promise<number>} runNode runs Node in it, and returns its exit status
 * @returns {Promise<number>} 0, or the exit status of what failed: the pages of before are still there then
 */
export async function buildWeb(project, runNode) {
  const target = join(project, 'dist/web');
  const stamp = stampOf(project);
  if (stampIn(target) === stamp) return 0;
  // Beside it, so that an API that starts meanwhile finds the pages of before, or all of the new ones.
  const built = `${target}.${process.pid}`;
  const vite = join(project, 'node_modules/vite/bin/vite.js');
  const args = [
    vite,
    'build',
    '--config',
    'web/vite.config.ts',
    '--outDir',
    built,
    '--logLevel',
    'warn',
  ];
  const clear = () => rmSync(built, { recursive: true, force: true });
  // Whoever runs Vite may end this process by a signal.
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

/** Returns what stands for all that the pages are made of: a checkout sets the times of files anew. */
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

/** Another command may do the same at the same time: then the pages of either are there. */
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
