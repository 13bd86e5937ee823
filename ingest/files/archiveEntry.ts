import { basename } from 'node:path';
import { type ArchivedFile, openArchive } from './archive.js';
import { listed } from './listed.js';

/** Stands between the path of an archive and the name of one of its entries. */
export const ENTRY_MARK = '#';

/** Tells a person all there is to tell; nothing is to be added. */
export class ChoiceError extends Error {}

/** Files that are there for people to read. */
const NO_DATA = /(?:^|\/)(?:readme|licen[cs]e)[^/]*$/i;
const DATA_ENDING = /\.(?:txt|csv|tsv|json|ndjson|jsonl|geojson)$/i;

/**
 * Reads one entry of a `.zip`, to its end.
 * @param onRead told of bytes that were read, as they are stored, about
 * @throws {ChoiceError} when it cannot be told which one is meant
 */
export async function* entryBytes(
  path: string,
  name: string | undefined,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const archive = await openArchive(path);
  try {
    const file = chosen(path, archive.files, name);
    for await (const piece of file.content()) {
      onRead((piece.length * file.storedBytes) / file.bytes);
      yield piece;
    }
  } finally {
    archive.close();
  }
}

function chosen(
  path: string,
  files: readonly ArchivedFile[],
  wanted: string | undefined,
): ArchivedFile {
  const byName = files.find(({ name }) => name === wanted);
  if (byName !== undefined) return byName;
  const data = files.filter(({ name }) => !NO_DATA.test(name));
  const own = basename(path)
    .replace(/\.zip$/i, '')
    .toLowerCase();
  const likeArchive = data.filter(
    ({ name }) => basename(name).replace(DATA_ENDING, '').toLowerCase() === own,
  );
  const candidates = likeArchive.length === 1 ? likeArchive : data;
  const [only] = candidates;
  if (wanted === undefined && only !== undefined && candidates.length === 1) return only;
  const held = listed(files.map(({ name }) => name)) || 'nothing';
  const fault =
    wanted === undefined
      ? `it holds ${data.length} files that may be meant`
      : `it holds no entry "${wanted}"`;
  throw new ChoiceError(
    `${path}: ${fault}. Name the one to read as ${path}${ENTRY_MARK}<entry>. It holds: ${held}.`,
  );
}
