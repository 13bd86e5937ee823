import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The longest line of NDJSON or record of CSV; whatever is longer is taken for a broken file. */
export const MAX_RECORD_LENGTH = 1024 * 1024;

export type OnBytes = (bytes: Uint8Array) => void;

/**
 * The text of a UTF-8 file in pieces, without byte order mark, with line feeds at the ends of
 * lines. A file called `.gz` is decompressed.
 * @param onBytes is given every byte of the file as it is stored
 * @throws when the file cannot be read to its end
 */
export async function* fileText(file: string, onBytes?: OnBytes): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = '';
  try {
    for await (const bytes of readBytes(file, onBytes)) {
      const text = held + decoder.decode(bytes as Uint8Array, { stream: true });
      // Half of a line's end, perhaps.
      held = text.endsWith('\r') ? '\r' : '';
      yield text.slice(0, text.length - held.length).replaceAll('\r\n', '\n');
    }
  } catch (error) {
    throw unreadable(file, error);
  }
  yield held + decoder.decode();
}

export function unreadable(file: string, error: unknown): Error {
  return new Error(
    `${file} cannot be read (${(error as Error).message}): look whether it is there, whole, and may be read.`,
    { cause: error },
  );
}

function readBytes(file: string, onBytes: OnBytes = () => undefined): Readable {
  const stored = Readable.from(seen(createReadStream(file), onBytes), { objectMode: false });
  if (!file.toLowerCase().endsWith('.gz')) return stored;
  // Whatever fails in it fails whoever reads its result.
  return pipeline(stored, createGunzip(), () => undefined);
}

async function* seen(stored: Readable, onBytes: OnBytes): AsyncGenerator<Uint8Array> {
  for await (const bytes of stored) {
    onBytes(bytes as Uint8Array);
    yield bytes as Uint8Array;
  }
}
