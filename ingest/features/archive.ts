import { pipeline, type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, open, type ZipFile } from 'yauzl';
import type { Part } from './parts.js';

export interface Archive {
  /** Its files, without folders and what macOS adds. */
  parts: readonly Part[];
  close(): void;
}

/** @throws when it cannot be read, or is cut off */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, opened) => {
      if (error === null) resolve(opened);
      else reject(error);
    });
  });
  try {
    const parts = (await entriesOf(zip)).map((entry) => partOf(zip, entry));
    const close = (): void => {
      zip.close();
    };
    return { parts, close };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('error', reject);
    zip.on('end', () => {
      resolve(entries.filter(({ fileName }) => !/\/$|(^|\/)(__MACOSX\/|\.)/.test(fileName)));
    });
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function partOf(zip: ZipFile, entry: Entry): Part {
  return {
    name: entry.fileName,
    bytes: entry.uncompressedSize,
    open: () =>
      new Promise((resolve, reject) => {
        zip.openReadStream(entry, (error, stream) => {
          if (error === null) resolve(checked(stream, entry));
          else reject(error);
        });
      }),
  };
}

/** Fails at the end when the content is not what was put into the archive. */
function checked(stream: Readable, { fileName, crc32: expected }: Entry): Readable {
  let found = 0;
  const checking = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      found = crc32(bytes, found);
      done(null, bytes);
    },
    flush(done) {
      done(found === expected ? null : new Error(`${fileName} is damaged: its checksum is wrong`));
    },
  });
  return pipeline(stream, checking, () => undefined);
}
