import { createReadStream, existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ChoiceError, ENTRY_MARK, entryBytes } from './archiveEntry.js';

/** A file on the disk, and the entry of it that is meant, if it is an archive. */
export interface Stored {
  path: string;
  entry?: string;
}

/** Takes `archive.zip#entry` apart; a file may also be called so. */
export function storedOf(file: string): Stored {
  const mark = file.lastIndexOf(ENTRY_MARK);
  if (mark < 1 || existsSync(file)) return { path: file };
  return { path: file.slice(0, mark), entry: file.slice(mark + 1) };
}

/** By how they begin. What is refused is named with what makes it readable. */
const KINDS: readonly { begins: readonly number[]; kind: 'zip' | 'gzip' | { refused: string } }[] =
  [
    { begins: [0x50, 0x4b, 0x03, 0x04], kind: 'zip' },
    { begins: [0x50, 0x4b, 0x05, 0x06], kind: 'zip' },
    { begins: [0x1f, 0x8b], kind: 'gzip' },
    { begins: [0x42, 0x5a, 0x68], kind: { refused: 'bzip2: unpack it (bunzip2)' } },
    { begins: [0xfd, 0x37, 0x7a, 0x58, 0x5a], kind: { refused: 'xz: unpack it (unxz)' } },
    { begins: [0x28, 0xb5, 0x2f, 0xfd], kind: { refused: 'Zstandard: unpack it (unzstd)' } },
    { begins: [0x37, 0x7a, 0xbc, 0xaf], kind: { refused: '7z: unpack it (7z x)' } },
    { begins: [0x52, 0x61, 0x72, 0x21], kind: { refused: 'RAR: unpack it (unrar x)' } },
    {
      begins: [0x50, 0x41, 0x52, 0x31],
      kind: { refused: 'Parquet, which is read as Overture places only' },
    },
  ];

/** Told of bytes that were read, as they are stored. */
export type OnRead = (bytes: number) => void;

/**
 * Reads the content of a file, whatever it is called: one that is a `.zip` by its first bytes gives
 * its one entry, one that is gzip all its members.
 * @throws when it cannot be read to its end, with its name and what to do
 */
export async function* contentOf(
  file: string,
  onRead: OnRead = () => undefined,
): AsyncGenerator<Uint8Array> {
  const { path, entry } = storedOf(file);
  try {
    const kind = await kindOf(path);
    if (entry !== undefined && kind !== 'zip') throw new ChoiceError(`${path} is no .zip archive.`);
    if (kind === 'zip') yield* entryBytes(path, entry, onRead);
    else if (kind === 'gzip') yield* gunzipped(storedBytes(path, onRead));
    else yield* storedBytes(path, onRead);
  } catch (error) {
    throw error instanceof ChoiceError ? error : unreadable(file, error);
  }
}

async function* storedBytes(path: string, onRead: OnRead): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
    onRead(piece.length);
    yield piece;
  }
}

function gunzipped(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // Whatever fails in it fails whoever reads its result.
  return pipeline(content, createGunzip(), () => undefined);
}

async function kindOf(path: string): Promise<'zip' | 'gzip' | 'plain'> {
  const first = await firstBytes(path);
  const found = KINDS.find(({ begins }) => begins.every((byte, at) => first[at] === byte));
  if (found === undefined) return 'plain';
  if (typeof found.kind === 'string') return found.kind;
  throw new ChoiceError(`${path} is ${found.kind.refused}. Text, .zip and gzip are read.`);
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A file, as it is stored. */
export interface FileState {
  /** Another one, perhaps another content. */
  version: string;
  bytes: number;
}

/** @throws when it cannot be read, or is no file */
export async function stateOf(file: string): Promise<FileState> {
  try {
    const status = await stat(storedOf(file).path);
    if (!status.isFile()) throw new Error('it is no file');
    return { version: `${status.size} ${status.mtimeMs}`, bytes: status.size };
  } catch (error) {
    throw unreadable(file, error);
  }
}

export function unreadable(file: string, error: unknown): Error {
  return new Error(
    `${file} cannot be read (${(error as Error).message}): look whether it is there, whole, and may be read.`,
    { cause: error },
  );
}
