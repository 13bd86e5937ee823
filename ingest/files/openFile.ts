import { createReadStream, existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { crc32, createGunzip } from 'node:zlib';
import { mapAsync } from 'es-toolkit/array';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { UsageError } from '../../core/cli/failure.js';
import { downloadOf, isAddress, nameOf, splitAddress } from './address.js';
import { kindOfArchive } from './kinds.js';
import { listed } from './shown.js';

/** Between the path of an archive and the name of one of its entries. */
const ENTRY_MARK = '#';

/** Called with the number of bytes read, as they are stored. */
export type OnRead = (bytes: number) => void;

/** A file on the disk, or an entry of a `.zip`. */
export interface FilePart {
  /** With its folders within the archive. */
  readonly name: string;
  /** The size on the disk, or of the unpacked entry. */
  readonly bytes: number;
  /** Starts a reading of its own. */
  content(onRead?: OnRead): AsyncIterable<Uint8Array>;
}

interface OpenedFile {
  readonly main: FilePart;
  /** Returns the files beside it whose names differ in their ending only, and itself. */
  companions: () => Promise<FilePart[]>;
  close: () => void;
}

/** A file that is whole, but not one that can be read: the message says what to do. */
class ChoiceError extends Error {}

/** The first four bytes of a `.zip`. */
const ARCHIVE = /^504b0[35]0[46]/;
/** Packers that know no date write the first possible one. */
const NO_DATE = new Date('1981-01-01');
/** Entries that are no files, or that packers add. */
const NO_FILE = /(?:^|\/)(?:__MACOSX\/|\.)|\/$/;
/** Files that are there for people to read. */
const NO_DATA = /(?:^|\/)(?:readme|licen[cs]e)[^/]*$/i;

/**
 * Opens a file by its content, whatever its name: plain, gzip (all its members), or one entry of a
 * `.zip`, which `archive.zip#entry` names where several may be meant.
 * @param isMeant whether an entry of an archive may be the one, by its name
 * @throws when it cannot be read, or no entry is the one that is meant
 */
export async function openFile(
  file: string,
  isMeant = (name: string): boolean => !NO_DATA.test(name),
): Promise<OpenedFile> {
  const { path, entry } = locationOf(file);
  const { bytes } = await stateOf(path);
  const begin = (await beginningOf(partOnDisk(path, 0), 4)).toString('hex');
  if (ARCHIVE.test(begin)) return await openArchive({ file, path }, entry, isMeant);
  if (entry !== undefined) throw new ChoiceError('it is not a .zip archive.');
  const main = partOnDisk(path, bytes);
  const unzipped: FilePart = {
    ...main,
    // A failure of the stored bytes fails the reader of the result.
    content: (onRead) => pipeline(main.content(onRead), createGunzip(), () => undefined),
  };
  return {
    main: begin.startsWith('1f8b') ? unzipped : main,
    companions: async () =>
      await mapAsync(await pathsBeside(path), async (each) =>
        partOnDisk(each, (await stat(each)).size),
      ),
    close: () => undefined,
  };
}

/**
 * Reads the content of a file as {@link openFile} opens it.
 * @throws when it cannot be read to its end, with its name and what to do
 */
export async function* contentOf(file: string, onRead?: OnRead): AsyncGenerator<Uint8Array> {
  try {
    const { main, close } = await openFile(file);
    try {
      yield* main.content(onRead);
    } finally {
      close();
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

/**
 * Returns the day on which a file was written that an archive holds; the latest day, if no entry is named. The days of
 * files outside of archives say when they were copied.
 */
export async function dayInArchive(file: string): Promise<string | undefined> {
  const { path, entry } = locationOf(file);
  const begin = (await beginningOf(partOnDisk(path, 0), 4)).toString('hex');
  if (!ARCHIVE.test(begin)) return undefined;
  const zip = await openPromise(path, { lazyEntries: true });
  const days: string[] = [];
  for await (const each of zip.eachEntry()) {
    const isMeant = entry === undefined ? !NO_FILE.test(each.fileName) : each.fileName === entry;
    // The same day wherever it is read.
    const date = each.getLastModDate({ timezone: 'UTC', forceDosFormat: true });
    if (isMeant && date > NO_DATE) days.push(date.toISOString().slice(0, 10));
  }
  return days.sort().at(-1);
}

/** Splits `archive.zip#entry`; a file may also have such a name. Of an address, returns the path of the download. */
export function locationOf(file: string): { path: string; entry?: string } {
  if (isAddress(file)) {
    const { address, ...entry } = splitAddress(file);
    return { path: downloadOf(address), ...entry };
  }
  const mark = file.lastIndexOf(ENTRY_MARK);
  if (mark < 1 || existsSync(file)) return { path: file };
  return { path: file.slice(0, mark), entry: file.slice(mark + 1) };
}

/** Returns the paths of the files in the same folder whose names differ in their ending only. */
export async function pathsBeside(path: string): Promise<string[]> {
  const names = await readdir(dirname(path));
  const stem = stemOf(basename(path));
  return names.filter((name) => stemOf(name) === stem).map((name) => join(dirname(path), name));
}

/** Reads the beginning of a part: all of it if it is shorter. */
export async function beginningOf(part: FilePart, bytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of part.content()) {
    pieces.push(piece);
    length += piece.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(pieces).subarray(0, bytes);
}

/** Returns the size and the version of a file. @throws when it is not there, or is not a file */
export async function stateOf(path: string): Promise<{ version: string; bytes: number }> {
  const status = await stat(path);
  if (!status.isFile()) throw new ChoiceError('it is not a file. Name a file.');
  return { version: `${status.size} ${status.mtimeMs}`, bytes: status.size };
}

/** @throws with the file's name and what to do, if the work fails */
export async function reading<Result>(file: string, work: Promise<Result>): Promise<Result> {
  return await work.catch((error: unknown) => {
    throw unreadable(file, error);
  });
}

/** Returns a usage error if the file is not there, or another one is to be named. */
export function unreadable(file: string, error: unknown): Error {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  const cause = { cause: error };
  if (error instanceof ChoiceError) return new UsageError(`${file}: ${message}`, cause);
  const fault = `${file} cannot be read (${message}).`;
  if (code === 'ENOENT') return new UsageError(`${fault} Check the path.`, cause);
  const damaged = 'It may be damaged or cut off, so get it again.';
  return new Error(`${fault} ${syscall === undefined ? damaged : 'Check its permissions.'}`, cause);
}

/** Returns an error with the file's name for what is wrong with its content. */
export function unusable(file: string, error: unknown): Error {
  const reason = (error as Error).message.replace(/\.$/, '');
  if (reason.startsWith(file)) return error as Error;
  return new Error(`${file} cannot be read: ${reason}.`, { cause: error });
}

function partOnDisk(path: string, bytes: number): FilePart {
  return {
    name: basename(path),
    bytes,
    async *content(onRead) {
      for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
        onRead?.(piece.length);
        yield piece;
      }
    },
  };
}

async function openArchive(
  { file, path }: { file: string; path: string },
  entry: string | undefined,
  isMeant: (name: string) => boolean,
): Promise<OpenedFile> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  const close = (): void => {
    zip.close();
  };
  try {
    const parts: FilePart[] = [];
    for await (const each of zip.eachEntry()) {
      if (!NO_FILE.test(each.fileName)) parts.push(partInArchive(zip, each));
    }
    const main = chosenPart({ file, path }, parts, entry, isMeant);
    const companions = parts.filter(({ name }) => stemOf(name) === stemOf(main.name));
    return { main, companions: () => Promise.resolve(companions), close };
  } catch (error) {
    close();
    throw error;
  }
}

function partInArchive(zip: ZipFile, entry: Entry): FilePart {
  const { fileName: name, uncompressedSize: bytes, compressedSize } = entry;
  return {
    name,
    bytes,
    async *content(onRead) {
      const fault = entry.isEncrypted() ? 'has a password' : 'is packed by another method than deflate'; // prettier-ignore
      if (!entry.canDecodeFileData()) throw new ChoiceError(`${name} ${fault}: unpack it first.`);
      let checksum = 0;
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        const unpacked = piece as Uint8Array;
        checksum = crc32(unpacked, checksum);
        onRead?.((unpacked.length * compressedSize) / bytes);
        yield unpacked;
      }
      if (checksum !== entry.crc32) throw new Error(`${name} is damaged: its CRC is wrong`);
    },
  };
}

/** Returns the entry that is meant; of several, the one with the name of the archive. */
function chosenPart(
  { file, path }: { file: string; path: string },
  parts: readonly FilePart[],
  wanted: string | undefined,
  isMeant: (name: string) => boolean,
): FilePart {
  const named = parts.find(({ name }) => name === wanted);
  if (named !== undefined) return named;
  const possible = parts.filter(({ name }) => isMeant(name));
  const like = possible.filter(({ name }) => stemOf(basename(name)) === stemOf(basename(path)));
  const [only, another] = like.length === 1 ? like : possible;
  if (wanted === undefined && only !== undefined && another === undefined) return only;
  const names = parts.map(({ name }) => name);
  const kind = kindOfArchive(names);
  if (wanted === undefined && kind !== undefined) throw new ChoiceError(`it is ${kind}.`);
  const holds = `It holds: ${listed(names) || 'nothing'}.`;
  if (wanted === undefined && only === undefined)
    throw new ChoiceError(`it holds no file that can be read. ${holds}`);
  const fault =
    wanted === undefined
      ? `it holds ${possible.length} files that may be meant`
      : `it holds no entry "${wanted}"`;
  const archive = isAddress(file) ? nameOf(file) : path;
  throw new ChoiceError(`${fault}. Name the one to read as ${archive}${ENTRY_MARK}<entry>. ${holds}`); // prettier-ignore
}

/** Returns the name without its last ending, in lower case. */
function stemOf(name: string): string {
  return name.slice(0, name.length - extname(name).length).toLowerCase();
}
