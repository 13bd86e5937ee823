import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** A `.zip` that is open. */
export interface Archive {
  readonly files: readonly ArchivedFile[];
  close(): void;
}

export interface ArchivedFile {
  /** With its folders within the archive. */
  readonly name: string;
  /** When read to the end. */
  readonly bytes: number;
  /** As it is stored. */
  readonly storedBytes: number;
  /** Reads it from its beginning, and checks it at its end. */
  content(): AsyncGenerator<Uint8Array>;
}

/** Folders, and what packers add of their own. */
const NO_FILE = /(?:^|\/)(?:__MACOSX\/|\.)|\/$/;

/** @throws when it cannot be read, or is cut off */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  const close = (): void => {
    zip.close();
  };
  try {
    const files: ArchivedFile[] = [];
    for await (const entry of zip.eachEntry()) {
      if (!NO_FILE.test(entry.fileName)) files.push(fileOf(zip, entry));
    }
    return { files, close };
  } catch (error) {
    close();
    throw error;
  }
}

function fileOf(zip: ZipFile, entry: Entry): ArchivedFile {
  const { fileName: name, uncompressedSize: bytes, compressedSize: storedBytes } = entry;
  async function* content(): AsyncGenerator<Uint8Array> {
    let checksum = 0;
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(piece as Uint8Array, checksum);
      yield piece as Uint8Array;
    }
    if (checksum !== entry.crc32) throw new Error(`${name} is damaged: its CRC is wrong`);
  }
  return { name, bytes, storedBytes, content };
}
