import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { SourceFile } from '../../indices/provenance.js';
import { type Lines, linesOf } from './lines.js';
import { locationOf, stateOf, unreadable } from './openFile.js';

/** A file that rows are read from, of any size. */
export interface DataFile {
  /** Its path, as messages name it. */
  file: string;
  /** The version of the file when it was opened. */
  version: string;
  /** The size of the file as it is stored. */
  bytes: number;
  /** Bytes of its lines that were read so far, in all readings. */
  bytesRead(): number;
  lines(): AsyncGenerator<Lines>;
  /** Hashes the file as a whole, once. */
  identify(): Promise<void>;
  /** Returns the provenance of the file. @throws unless it was identified */
  source(): SourceFile;
  /** Returns what has become wrong with the file since it was opened. */
  complaints(): Promise<string[]>;
}

/** @throws when it cannot be read, or is not a file */
export async function openDataFile(file: string): Promise<DataFile> {
  const { path } = locationOf(file);
  const { version, bytes } = await stored();
  let bytesRead = 0;
  let identity: SourceFile | undefined;

  async function stored(): ReturnType<typeof stateOf> {
    return await stateOf(path).catch((error: unknown) => {
      throw unreadable(file, error);
    });
  }

  async function identify(): Promise<void> {
    identity ??= await identityOf(path).catch((error: unknown) => {
      throw unreadable(file, error);
    });
  }

  return {
    file,
    version,
    bytes,
    bytesRead: () => bytesRead,
    identify,
    async *lines() {
      yield* linesOf(file, (more) => {
        bytesRead += more;
      });
      await identify();
    },
    source() {
      if (identity === undefined) throw new Error(`${file} was not read to its end.`);
      return identity;
    },
    async complaints() {
      const isSame = (await stored()).version === version;
      return isSame ? [] : [`${file} was changed while it was read: ingest it again`];
    },
  };
}

/** Returns the provenance of a file as it is stored, packed or not. */
export async function identityOf(path: string): Promise<SourceFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { name: basename(path), bytes, sha256: hash.digest('hex') };
}
