import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** One of the files that a source consists of: on the disk, or within an archive. */
export interface Part {
  name: string;
  /** When read to the end. */
  bytes: number;
  /** Begins a reading of its own. */
  content(): AsyncIterable<Uint8Array>;
}

/** @throws when there is no such file */
export async function filePart(path: string): Promise<Part> {
  const status = await stat(path);
  if (!status.isFile()) throw new Error('it is no file');
  return {
    name: basename(path),
    bytes: status.size,
    content: () => createReadStream(path) as AsyncIterable<Uint8Array>,
  };
}

/** Returns what is within a file that gzip made. Its bytes are those of the file. */
export function unzipped(part: Part): Part {
  return {
    ...part,
    // Whatever fails in it fails whoever reads its result.
    content: () => pipeline(part.content(), createGunzip(), () => undefined),
  };
}

/** Reads the beginning of a part: all of it where it is shorter. */
export async function beginningOf(part: Part, bytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of part.content()) {
    pieces.push(piece);
    length += piece.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(pieces).subarray(0, bytes);
}

/** Returns the paths of the files in the same folder that differ in their ending only. */
export async function companionsOf(path: string): Promise<string[]> {
  const folder = dirname(path);
  const stem = stemOf(basename(path));
  const names = await readdir(folder);
  return names.filter((name) => stemOf(name) === stem).map((name) => join(folder, name));
}

/** Returns the name without its last ending, in lower case. */
export function stemOf(name: string): string {
  return name.slice(0, name.length - extname(name).length).toLowerCase();
}

export function endingOf(name: string): string {
  return extname(name).toLowerCase();
}
