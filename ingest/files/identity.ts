import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { SourceFile } from '../../indices/provenance.js';

/** Reads a file as it is stored, be it an archive, for what it is remembered by. */
export async function identityOf(path: string): Promise<SourceFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { name: basename(path), bytes, sha256: hash.digest('hex') };
}
