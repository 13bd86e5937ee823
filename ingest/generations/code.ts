import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { memoize } from 'es-toolkit/function';

/** Rooms that talk to people or move documents. No document looks otherwise for them. */
const NOT_IN_DOCUMENTS = [
  'core/cli',
  'core/elasticsearch',
  'core/processes',
  'core/version',
  'ingest/generations',
  'ingest/load',
];

/** The compiler writes an import in one of these ways. Imports of types are not in the compiled code. */
const IMPORTS =
  /^(?:import|export)\s(?!type\s)(?:[^'";]*\sfrom\s)?'([^'\n]+)';|\bimport\('([^'\n]+)'\)/gm;

/** The folder of `ingest/`, compiled or not. */
const PROJECT = join(import.meta.dirname, '../..');

/**
 * Returns a hash of the code that makes the documents of a resource: the modules of its folder and all that they import,
 * and the versions of the packages among these. The compiled code has no comments. A patch of a package does not count.
 * A process keeps the code that it started with.
 * @param resource such as `cities`
 */
export const codeOf = memoize((resource: string): string => hashOf(modulesOf(PROJECT, resource)));

/** Returns the texts of the modules by their path below the project, and the versions of the packages by their name. */
export function modulesOf(project: string, resource: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    const name = relative(project, path).replace(/\.[jt]s$/, '');
    if (found.has(name) || NOT_IN_DOCUMENTS.some((room) => `${name}/`.startsWith(`${room}/`)))
      return;
    const text = readFileSync(path, 'utf8');
    found.set(name, text);
    for (const [, imported, loaded] of text.matchAll(IMPORTS)) {
      const specifier = imported ?? loaded ?? '';
      if (specifier.startsWith('.')) visit(existing(join(dirname(path), specifier)));
      else if (!specifier.startsWith('node:'))
        found.set(packageName(specifier), versionOf(project, packageName(specifier)));
    }
  };
  const folder = join(project, 'ingest', resource);
  // Tests make resources that have no folder.
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  for (const file of files.filter((each) => /\.[jt]s$/.test(each))) visit(join(folder, file));
  return found;
}

function hashOf(modules: ReadonlyMap<string, string>): string {
  const sorted = [...modules].sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

/** Tests run the TypeScript itself. */
function existing(path: string): string {
  return existsSync(path) ? path : path.replace(/\.js$/, '.ts');
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Returns the version of a package without its patch, such as `2.0`. */
function versionOf(project: string, name: string): string {
  for (let folder = project; ; folder = dirname(folder)) {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(manifest)) {
      const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
      return version.split('.').slice(0, 2).join('.');
    }
    if (folder === dirname(folder)) return '';
  }
}
