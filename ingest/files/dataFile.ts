import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { sumBy } from 'es-toolkit/math';
import type { SourceFile } from '../../indices/provenance.js';
import { linesOf } from './lines.js';
import { contentOf, locationOf, reading, stateOf } from './openFile.js';
import { type PartKind, partsOf } from './parts.js';

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

  /** Reads the content, unpacked. */
  async function* content(): AsyncGenerator<Uint8Array> {
    yield* contentOf(file, (more) => {
      bytesRead += more;
    });
    await identify();
  }

  return {
    file,
    /** The size of the file as it is stored. */
    bytes,
    /** Bytes of its content that were read so far, in all readings. */
    bytesRead: () => bytesRead,
    identify,
    content,
    lines: () => linesOf(file, content()),
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

/** Files that are read one after the other as one. */
export type DataFiles = Awaited<ReturnType<typeof openDataFiles>>;

/** @throws when one of them cannot be read, or there is none */
export async function openDataFiles(path: string, kind: PartKind) {
  const files: DataFile[] = [];
  for (const part of partsOf(path, kind).paths) files.push(await openDataFile(part));
  return { files, ...togetherOf(files) };
}

/** Returns what several files, read one after the other, say of themselves. */
export function togetherOf(files: readonly DataFile[]) {
  return {
    identify: async () => {
      for (const each of files) await each.identify();
    },
    bytes: sumBy(files, ({ bytes }) => bytes),
    bytesRead: () => sumBy(files, (each) => each.bytesRead()),
    sources: () => files.map((each) => each.source()),
    complaints: async () => (await Promise.all(files.map((each) => each.complaints()))).flat(),
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
