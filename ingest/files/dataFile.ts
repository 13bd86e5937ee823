import type { SourceFile } from '../../indices/provenance.js';
import { identityOf } from './identity.js';
import { linesOf, type Lines } from './lines.js';
import { stateOf, storedOf, unreadable } from './stored.js';

/** A file that rows are read from, of any size; what it was is known once it was read. */
export interface DataFile {
  /** As a person would look for it. */
  file: string;
  /** Of the file as it was when it was opened. */
  version: string;
  /** Of the file as it is stored. */
  bytes: number;
  /** Those of its lines that were read so far, in all readings. */
  bytesRead(): number;
  lines(): AsyncGenerator<Lines>;
  /** Reads what the file as a whole is to be remembered by, once. */
  identify(): Promise<void>;
  /** To be remembered. @throws unless the file was identified */
  source(): SourceFile;
  /** Tells whether it is still what it was. */
  complaints(): Promise<string[]>;
}

/** @throws when it cannot be read, or is no file */
export async function openDataFile(file: string): Promise<DataFile> {
  const { version, bytes } = await stateOf(file);
  let bytesRead = 0;
  let identity: SourceFile | undefined;

  async function identify(): Promise<void> {
    identity ??= await identityOf(storedOf(file).path).catch((error: unknown) => {
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
      const isSame = (await stateOf(file)).version === version;
      return isSame ? [] : [`${file} was changed while it was read: ingest it again`];
    },
  };
}
