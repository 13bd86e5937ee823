import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { mapAsync } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import type { FileSource, SourceFile } from '../../indices/provenance.js';
import { isAddress, nameOf } from './address.js';
import { linesOf } from './lines.js';
import { contentOf, dayInArchive, locationOf, reading, stateOf } from './openFile.js';

const DAY = /^\d{4}-\d\d-\d\d/;
/** Nowhere on earth it is later. */
const tomorrow = once(() => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));

/** A file or folder of the user. */
interface InputFile {
  /** Returns its provenance. A file is read as a whole for it, once. */
  source(): Promise<FileSource>;
  /** Returns what has become wrong with it since it was opened. */
  complaints(): Promise<string[]>;
}

/** The files that data is made from. */
export interface Inputs<File extends InputFile = InputFile> {
  /** The user's files. */
  readonly files?: readonly File[];
  /** The provenance of built-in files, and of files that describe the user's. */
  readonly others?: readonly FileSource[];
}

/** A file that rows are read from, of any size. */
export type DataFile = Awaited<ReturnType<typeof openDataFile>>;

/** @throws when it cannot be read, or is not a file */
export async function openDataFile(file: string) {
  const { path } = locationOf(file);
  const { version, bytes } = await reading(file, stateOf(path));
  let bytesRead = 0;
  let declaredDay: string | undefined;
  let newestDay = '';
  const identity = once(() =>
    reading(file, identityOf(path, nameOf(isAddress(file) ? file : path))),
  );
  const packedDay = once(() => reading(file, dayInArchive(file)));

  const count = (more: number): void => {
    bytesRead += more;
  };
  const content = (): AsyncGenerator<Uint8Array> => contentOf(file, count);

  return {
    file,
    /** The size of the file as it is stored. */
    bytes,
    /** Bytes of its content that were read so far, in all readings. */
    bytesRead: () => bytesRead,
    content,
    /** Counts bytes that were read in another way. */
    count,
    /** @param encoding as a mapping names it */
    lines: (encoding?: string) => linesOf(file, content(), encoding),
    /** Sets the day that its content is of. Default: the newest day of its rows, or its day in an archive. */
    declareDay(day: string | undefined): void {
      declaredDay = day;
    },
    /** Notes the day of a row, which a cell begins with. A day to come is an error. */
    noteDay(cell: unknown): void {
      if (typeof cell !== 'string' || cell <= newestDay || !DAY.test(cell)) return;
      const day = cell.slice(0, 10);
      if (day <= tomorrow()) newestDay = day;
    },
    async source(): Promise<FileSource> {
      const asOf = declaredDay ?? (newestDay || (await packedDay()));
      return { ...(await identity()), ...(asOf !== undefined && { asOf }) };
    },
    async complaints() {
      const isSame = (await reading(file, stateOf(path))).version === version;
      return isSame ? [] : [changed(file)];
    },
  };
}

/** Returns the complaint about a file that has other content now. */
export function changed(file: string): string {
  return `${file} was changed while it was read: ingest it again`;
}

export async function openDataFiles(paths: readonly string[]): Promise<DataFile[]> {
  return await mapAsync(paths, openDataFile, { concurrency: 1 });
}

export function joined<File extends InputFile>(
  inputs: readonly Inputs<File>[],
): Required<Inputs<File>> {
  return {
    files: inputs.flatMap(({ files = [] }) => files),
    others: inputs.flatMap(({ others = [] }) => others),
  };
}

export async function sourcesOf({ files = [], others = [] }: Inputs): Promise<FileSource[]> {
  return [...(await mapAsync(files, (file) => file.source(), { concurrency: 1 })), ...others];
}

export async function complaintsOf({ files = [] }: Inputs): Promise<string[]> {
  return (await Promise.all(files.map((file) => file.complaints()))).flat();
}

/** Returns the provenance of a file of any size, as it is stored, packed or not. */
async function identityOf(path: string, name: string): Promise<FileSource> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Uint8Array>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

/** Returns the provenance of a small file. */
export function sourceFile(path: string, content: Uint8Array = readFileSync(path)): SourceFile {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name: nameOf(path), bytes: content.length, sha256 };
}
