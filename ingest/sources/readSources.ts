import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { omit } from 'es-toolkit/object';
import { parseDocument } from 'yaml';
import type { FileSource } from '../../indices/provenance.js';
import { UsageError } from '../../core/cli/failure.js';
import { countryCodes } from './iso.js';
import { nearest } from '../../core/cli/nearest.js';
import { sourcesSchema } from './schema.js';
import { FILE_MEMBERS, FOLDER_MEMBERS, type Sources } from './sources.js';

/** A sources file, read. */
export interface DeclaredSources extends Sources {
  /** The file itself, as what is made by it remembers it. */
  file: FileSource;
}

const ADDRESS = /^[a-z][a-z0-9+.-]+:\/\//i;

/** Where a member stands: `cities.from[1].geonames`. */
type Path = readonly (string | number)[];

interface Fault {
  path: Path;
  message: string;
}

/**
 * Reads a sources file, in JSON or YAML, by its content.
 * @throws one error that lists every fault with its place, also the files that are not there
 */
export async function readSources(file: string): Promise<DeclaredSources> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(
      `The sources file ${file} cannot be read (${(error as Error).message}): correct --sources or SOURCES_FILE.`,
      { cause: error },
    );
  });
  if (!isUtf8(bytes)) throw notValid(file, [{ path: [], message: 'it is not UTF-8: save it so' }]);
  const given = parsed(bytes.toString().replace(/^\ufeff/, ''), file);
  const options = { abortEarly: false, convert: false, errors: { label: false as const } };
  const result = sourcesSchema.validate(given, options);
  const faults: Fault[] = (result.error?.details ?? []).map(({ path, message }) => ({ path, message })); // prettier-ignore
  const folder = dirname(resolve(file));
  const found = withPaths(given, [], folder, faults);
  faults.push(...countryFaults(given));
  if (faults.length > 0) throw notValid(file, faults);
  const sources: Sources = omit(found as Sources & { $schema?: string }, ['$schema']);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    ...sources,
    file: { name: basename(file), bytes: bytes.length, sha256, role: 'sources' },
  };
}

/** YAML has JSON in it, and tells the line of a fault, and a member that is there twice. */
function parsed(text: string, file: string): unknown {
  const document = soundly(file, () => parseDocument(text));
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) {
    throw notValid(
      file,
      problems.map(({ message }) => ({ path: [], message: message.split('\n')[0] ?? '' })),
    );
  }
  // A file with nothing in it but comments asks for nothing.
  return soundly(file, () => {
    const given = document.toJS() as unknown;
    // Aliases may put a member into itself, which JSON cannot be.
    JSON.stringify(given);
    return given ?? {};
  });
}

/** One that is nested deeper, or repeats more by aliases, than anybody writes fails as a whole. */
function soundly<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const isAlias = error instanceof ReferenceError;
    throw notValid(file, [
      { path: [], message: isAlias ? error.message : 'it is nested too deep, or within itself' },
    ]);
  }
}

/** Makes the paths absolute, and lists those where nothing is. */
function withPaths(value: unknown, path: Path, folder: string, faults: Fault[]): unknown {
  if (Array.isArray(value)) {
    return value.map((each, place) => withPaths(each, [...path, place], folder, faults));
  }
  if (typeof value !== 'object' || value === null) {
    const isFile = isFilePath(path) && typeof value === 'string' && value !== '';
    if (!isFile) return value;
    if (ADDRESS.test(value)) {
      faults.push({ path, message: 'is an address: download it, and name the file' });
      return value;
    }
    const found = resolve(folder, value);
    // A part of an archive is looked for when that is read.
    const fault =
      faultOf(found, path.at(-1)) && faultOf(found.replace(/(\.zip)#.*$/i, '$1'), path.at(-1));
    if (fault !== undefined) faults.push({ path, message: fault });
    return found;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      // The one name that the rules are silent about.
      if (name === '__proto__') faults.push({ path: [...path, name], message: 'is not known' });
      return [name, withPaths(member, [...path, name], folder, faults)];
    }),
  );
}

/** Accepts files only, and folders where they may stand: a device may have no end. */
function faultOf(path: string, member: string | number | undefined): string | undefined {
  if (!existsSync(path)) return `there is no ${path}`;
  const status = statSync(path);
  const isChosen = status.isFile() || (status.isDirectory() && FOLDER_MEMBERS.has(String(member)));
  return isChosen ? undefined : `${path} is no file`;
}

function isFilePath(path: Path): boolean {
  const [section, member] = path;
  const last = path.at(-1);
  if (section === 'probes' || (section === 'countries' && member !== 'borders')) return false;
  // The table of a raster, and not the fields of the borders.
  return typeof last === 'string' && (FILE_MEMBERS.has(last) || (section === 'lands' && last === 'names')); // prettier-ignore
}

/** Lists the codes of which there is no country. */
function countryFaults(given: unknown): Fault[] {
  const { lands, countries } = (given ?? {}) as Partial<Record<string, Record<string, unknown>>>;
  const codes: [Path, unknown][] = [];
  const chosen = lands?.countries;
  if (Array.isArray(chosen)) {
    chosen.forEach((code, place) => codes.push([['lands', 'countries', place], code]));
  }
  const mapped = countries?.codes;
  if (typeof mapped === 'object' && mapped !== null) {
    for (const [name, code] of Object.entries(mapped)) {
      codes.push([['countries', 'codes', name], code]);
    }
  }
  const known = countryCodes().map(({ id }) => id);
  return codes.flatMap(([path, code]) => {
    if (typeof code !== 'string' || !/^[A-Z]{3}$/.test(code) || known.includes(code)) return [];
    const near = nearest(code, known);
    const meant = near === undefined ? '' : `; is ${near} meant?`;
    return [{ path, message: `there is no country ${code}${meant}` }];
  });
}

function notValid(file: string, faults: readonly Fault[]): UsageError {
  const lines = faults.map(({ path, message }) => `- ${describe(path)}${message}`);
  return new UsageError(
    [`${file} is not valid:`, ...lines, 'docs/ingestion.md shows what may be in it.'].join('\n'),
  );
}

function describe(path: Path): string {
  if (path.length === 0) return '';
  const [first, ...others] = path;
  const rest = others.map((each) => (typeof each === 'number' ? `[${each}]` : `.${each}`));
  return `${String(first)}${rest.join('')}: `;
}
