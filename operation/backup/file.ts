import { createHash, type Hash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { isDeepStrictEqual } from 'node:util';
import { oneLine } from '../../core/cli/printable.js';
import { RefusedError, UsageError } from '../../core/cli/failure.js';
import { linesOf, MAX_RECORD_LENGTH } from '../../ingest/files/lines.js';
import { type Counts, type Entry, noCounts, readEntry, sizeOf } from './entry.js';
import { type Manifest, readManifest } from './manifest.js';

/** The last line: without it, or with others before it, the file is not whole. */
interface Ending {
  end: { counts: Counts; sha256: string };
}

/**
 * Writes a backup as lines of JSON, gzipped if the file is called `.gz`. It has its name once it is
 * whole and on the disk, and may be read by its owner only.
 * @throws when there is such a file already; on abort, the signal's reason
 */
export async function writeBackup(
  file: string,
  manifest: Manifest,
  entries: AsyncIterable<Entry>,
  signal?: AbortSignal,
): Promise<Counts> {
  assertFree(file);
  const counts = noCounts();
  // Of its own: one that somebody else has left or laid there might be read by others, or lead elsewhere.
  const unfinished = `${file}.${randomUUID()}.part`;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    const target = handle.createWriteStream({ flush: true });
    const lines = backupLines(manifest, entries, counts);
    const options = signal === undefined ? {} : { signal };
    if (file.endsWith('.gz')) await pipeline(lines, createGzip(), target, options);
    else await pipeline(lines, target, options);
    assertFree(file);
    await rename(unfinished, file);
    return counts;
  } catch (error) {
    await rm(unfinished, { force: true });
    signal?.throwIfAborted();
    throw error;
  }
}

function assertFree(file: string): void {
  if (existsSync(file))
    throw new UsageError(`${file} is there already: give the backup another name, or delete it.`);
}

async function* backupLines(
  manifest: Manifest,
  entries: AsyncIterable<Entry>,
  counts: Counts,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const line = (value: object): string => {
    const text = `${JSON.stringify(value)}\n`;
    if (text.length > MAX_RECORD_LENGTH / 4 && Buffer.byteLength(text) > MAX_RECORD_LENGTH)
      throw new Error(`Of what is to be kept ${text.slice(0, 80)}… is too long for a backup file.`);
    hash.update(text);
    return text;
  };
  yield line({ backup: manifest });
  for await (const entry of entries) {
    counts[entry.kind] += sizeOf(entry);
    yield line(entry);
  }
  const ending: Ending = { end: { counts, sha256: hash.digest('hex') } };
  yield `${JSON.stringify(ending)}\n`;
}

/** A backup file that is whole. */
export interface CheckedBackup {
  manifest: Manifest;
  counts: Counts;
}

/**
 * Reads a backup file from its beginning to its end.
 * @throws {RefusedError} when any of it is damaged or missing
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const counts = noCounts();
  const hash = createHash('sha256');
  let manifest: Manifest | undefined;
  let digest = '';
  let ending: Partial<Ending['end']> | undefined;
  for await (const { number, text } of linesIn(file)) {
    if (ending !== undefined) throw damaged(file, `line ${number} comes after its end`);
    const value = parsed(file, number, text);
    try {
      if (manifest === undefined) manifest = readManifest(value.backup);
      else if ('end' in value) {
        ending = { ...(value as Partial<Ending>).end };
        digest = hash.digest('hex');
        continue;
      } else {
        const entry = readEntry(value);
        counts[entry.kind] += sizeOf(entry);
      }
    } catch (error) {
      throw damaged(file, `line ${number}: ${(error as Error).message}`);
    }
    addLine(hash, text);
  }
  if (manifest === undefined) throw damaged(file, 'it is empty');
  if (ending === undefined) throw damaged(file, 'its end is missing: it was cut off');
  if (ending.sha256 !== digest || !isDeepStrictEqual(ending.counts, counts))
    throw damaged(file, 'its content is not what its last line says');
  return { manifest, counts };
}

/** Reads the entries of a backup file, which was checked. */
export async function* entriesIn(file: string): AsyncGenerator<Entry> {
  for await (const { number, text } of linesIn(file)) {
    if (number === 1) continue;
    const value = parsed(file, number, text);
    if (!('end' in value)) yield readEntry(value);
  }
}

async function* linesIn(file: string): AsyncGenerator<{ number: number; text: string }> {
  const batches = linesOf(file);
  try {
    for await (const { first, texts, faults } of batches) {
      const [[line, fault] = []] = faults;
      if (line !== undefined) throw damaged(file, `line ${line}: ${fault ?? ''}`);
      // The last one ends, too, and nothing comes after.
      for (const [at, text] of texts.entries()) if (text !== '') yield { number: first + at, text };
    }
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    throw damaged(file, (error as Error).message, error);
  }
}

function parsed(file: string, number: number, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw damaged(file, `line ${number} is no JSON object`);
}

function addLine(hash: Hash, text: string): void {
  hash.update(text).update('\n');
}

function damaged(file: string, what: string, cause?: unknown): RefusedError {
  const error = new RefusedError(
    `${file} is no whole backup (${oneLine(what)}); nothing was written. Take another one, or copy it again.`,
  );
  if (cause !== undefined) error.cause = cause;
  return error;
}
