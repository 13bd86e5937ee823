import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const STAMP = '.stamp';
/** Inputs of the build besides the sources of the pages. */
const RECIPE = ['package-lock.json', 'tsconfig.json', 'tools/scripts/buildWeb.mjs'];
/** Inputs of the atlas. */
const DATA = ['capitals.tsv', 'elevation.tif', 'biomes.tif'].map((name) =>
  join('ingest/data', name),
);
/** Results of builds inside of web/. */
const MADE = /^client[/\\]dist([/\\]|$)|(^|[/\\])node_modules([/\\]|$)/;

/**
 * Builds the pages, the widget, and the module and the package of the client into dist/web, if their inputs have changed.
 * @param {string} project the folder of the project
 * @param {(command: string, args: string[]) => Promise<number>} run runs a command in it, and returns its exit status
 * @returns {Promise<number>} 0, or the exit status of a failed build, which leaves the old pages in place
 */
export async function buildWeb(project, run) {
  const target = join(project, 'dist/web');
  const stamp = stampOf(project);
  const widget = join(project, 'web/client/dist/widget.js');
  if (stampIn(target) === stamp && existsSync(widget)) return 0;
  // Built beside it, so that an API that starts meanwhile finds all old or all new pages.
  const built = `${target}.${process.pid}`;
  const vite = join(project, 'node_modules/vite/bin/vite.js');
  const config = ['--config', 'web/vite.config.ts', '--logLevel', 'warn'];
  const args = [vite, 'build', ...config, '--outDir', built];
  const pack = [
    'pack',
    '--loglevel=error',
    '--ignore-scripts',
    '--pack-destination',
    built,
    './web/client',
  ];
  const clear = () => rmSync(built, { recursive: true, force: true });
  // A signal may end this process meanwhile.
  process.once('exit', clear);
  try {
    let status = await run(process.execPath, args);
    for (const mode of ['widget', 'client'])
      status ||= await run(process.execPath, [...args, '--mode', mode]);
    if (status !== 0) return status;
    renameSync(join(built, 'explorer/index.html'), join(built, 'index.html'));
    rmSync(join(built, 'explorer'), { recursive: true });
    // Another command may be packing it.
    const copied = `${widget}.${process.pid}`;
    copyFileSync(join(built, 'widget.js'), copied);
    renameSync(copied, widget);
    status = await run(npm, pack);
    if (status !== 0) return status;
    const [name = ''] = readdirSync(built).filter((file) => file.endsWith('.tgz'));
    renameSync(join(built, name), join(built, 'client.tgz'));
    compressAssets(join(built, 'assets'));
    writeFileSync(join(built, STAMP), stamp);
    putInPlace(built, target);
    return 0;
  } finally {
    process.off('exit', clear);
    clear();
  }
}

/** Scripts, styles and the hexagons of the first view. The service compresses other files when they are requested. */
const COMPRESSED = /\.(js|css)$|hexagons\.pbf$/;

/** Compresses files as far as Brotli can, which takes seconds. */
function compressAssets(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  for (const name of readdirSync(folder).filter((each) => COMPRESSED.test(each))) {
    const file = join(folder, name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
  }
}

/** Returns a hash of all inputs. Times of files do not count, because a checkout sets them. */
function stampOf(project) {
  const web = readdirSync(join(project, 'web'), { recursive: true, encoding: 'utf8' });
  const sources = web.filter((name) => !MADE.test(name)).map((name) => join('web', name));
  const hash = createHash('sha256');
  for (const name of [...RECIPE, ...DATA, ...sources.sort()]) {
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
