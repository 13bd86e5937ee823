import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { SourceFile } from '../../indices/provenance.js';
import { linesOf } from './lines.js';
import { locationOf, reading, stateOf } from './openFile.js';

/** A file that rows are read from, of any size. */
export type DataFile = Awaited<ReturnType<typeof openDataFile>>;

/** @throws when it cannot be read, or is not a file */
export async function openDataFile(file: string) {
  const { path } = locationOf(file);
  const { version, bytes } = await reading(file, stateOf(path));
  let bytesRead = 0;
  let identity: SourceFile | undefined;

  /** Hashes the file as a whole, once. */
  async function identify(): Promise<void> {
    identity ??= await reading(file, identityOf(path));
  }

  return {
    file,
    version,
    /** The size of the file as it is stored. */
    bytes,
    /** Bytes of its lines that were read so far, in all readings. */
    bytesRead: () => bytesRead,
    identify,
    async *lines() {
      yield* linesOf(file, (more) => {
        bytesRead += more;
      });
      await identify();
    },
    /** Returns the provenance of the file. @throws unless it was identified */
    source(): SourceFile {
      if (identity === undefined) throw new Error(`${file} was not read to its end.`);
      return identity;
    },
    /** Returns what has become wrong with the file since it was opened. */
    async complaints(): Promise<string[]> {
      const isSame = (await reading(file, stateOf(path))).version === version;
      return isSame ? [] : [`${file} was changed while it was read: ingest it again`];
    },
  };
}

/** Returns the provenance of a file of any size, as it is stored, packed or not. */
export async function identityOf(path: string): Promise<SourceFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { name: basename(path), bytes, sha256: hash.digest('hex') };
}
