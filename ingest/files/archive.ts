import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { listed } from './listed.js';

/** Stands between the path of an archive and the name of one of its entries. */
export const ENTRY_MARK = '#';

const open = promisify<string, yauzl.Options, ZipFile>(yauzl.open.bind(yauzl));

/** What packers add of their own, and what is there to be read by people. */
const NO_DATA = /(?:^|\/)(?:__MACOSX\/|\.|(?:readme|licen[cs]e)[^/]*$)|\/$/i;
const DATA_ENDING = /\.(?:txt|csv|tsv|json|ndjson|jsonl|geojson)$/i;

/** Reads one entry of a `.zip`, to its end, and checks it by its CRC. */
export async function* entryBytes(path: string, name?: string): AsyncGenerator<Uint8Array> {
  const archive = await open(path, { lazyEntries: true, autoClose: false });
  try {
    const entries = await entriesOf(archive);
    const entry = chosen(path, entries, name);
    const read = promisify<Entry, Readable>(archive.openReadStream.bind(archive));
    let checksum = 0;
    for await (const bytes of await read(entry)) {
      checksum = crc32(bytes as Uint8Array, checksum);
      yield bytes as Uint8Array;
    }
    if (checksum !== entry.crc32 >>> 0) throw new Error(`the CRC of ${entry.fileName} is wrong`);
  } finally {
    archive.close();
  }
}

function entriesOf(archive: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    archive.on('entry', (entry: Entry) => {
      entries.push(entry);
      archive.readEntry();
    });
    archive.on('end', () => {
      resolve(entries);
    });
    archive.on('error', reject);
    archive.readEntry();
  });
}

/** @throws {ChoiceError} when it cannot be told which one is meant */
function chosen(path: string, entries: readonly Entry[], name: string | undefined): Entry {
  const byName = entries.find(({ fileName }) => fileName === name);
  if (byName !== undefined) return byName;
  const data = entries.filter(({ fileName }) => !NO_DATA.test(fileName));
  const own = basename(path)
    .replace(/\.zip$/i, '')
    .toLowerCase();
  const likeArchive = data.filter(
    ({ fileName }) => basename(fileName).replace(DATA_ENDING, '').toLowerCase() === own,
  );
  const candidates = likeArchive.length === 1 ? likeArchive : data;
  const [only] = candidates;
  if (name === undefined && only !== undefined && candidates.length === 1) return only;
  const held = listed(entries.map(({ fileName }) => fileName)) || 'nothing';
  const fault =
    name === undefined
      ? `it holds ${data.length} files that may be meant`
      : `it holds no entry "${name}"`;
  throw new ChoiceError(
    `${path}: ${fault}. Name the one to read as ${path}${ENTRY_MARK}<entry>. It holds: ${held}.`,
  );
}

/** Tells a person all there is to tell; nothing is to be added. */
export class ChoiceError extends Error {}
