import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { isMatch } from 'es-toolkit/compat';
import { RefusedError, UsageError } from '../../core/cli/failure.js';
import { oneLine } from '../../core/cli/printable.js';
import { linesOf, MAX_RECORD_LENGTH } from '../../ingest/files/lines.js';
import { parseObject } from '../../ingest/files/ndjson.js';
import {
  count,
  type Counts,
  type Entry,
  FORMAT,
  isRestorable,
  type Manifest,
  noCounts,
} from './entry.js';

/** The last line of a backup file. A file without it was cut off. */
interface Ending {
  end: { counts: Counts; sha256: string };
}

/**
 * Writes a backup as lines of JSON, gzipped if the name ends in `.gz`. The file appears under its name
 * when it is complete and on disk. Only its owner can read it.
 * @throws when the file exists; on abort, the signal's reason
 */
export async function writeBackup(
  file: string,
  manifest: Manifest,
  entries: AsyncIterable<Entry>,
  signal = new AbortController().signal,
): Promise<Counts> {
  assertFree(file);
  const counts = noCounts();
  // A random name: an existing file or link could be readable by others, or lead elsewhere.
  const unfinished = `${file}.${randomUUID()}.part`;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    const target = handle.createWriteStream({ flush: true });
    const lines = backupLines(manifest, entries, counts);
    if (file.endsWith('.gz')) await pipeline(lines, createGzip(), target, { signal });
    else await pipeline(lines, target, { signal });
    assertFree(file);
    await rename(unfinished, file);
    return counts;
  } catch (error) {
    await rm(unfinished, { force: true });
    signal.throwIfAborted();
    throw error;
  }
}

function assertFree(file: string): void {
  if (existsSync(file))
    throw new UsageError(`${file} exists already. Choose another name, or delete the file.`);
}

async function* backupLines(
  manifest: Manifest,
  entries: AsyncIterable<Entry>,
  counts: Counts,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const line = (value: object): string => {
    const text = `${JSON.stringify(value)}\n`;
    if (Buffer.byteLength(text) > MAX_RECORD_LENGTH)
      throw new Error(`An entry is too long for a backup file: ${text.slice(0, 80)}…`);
    hash.update(text);
    return text;
  };
  yield line({ backup: manifest });
  for await (const entry of entries) {
    count(counts, entry);
    yield line(entry);
  }
  const ending: Ending = { end: { counts, sha256: hash.digest('hex') } };
  yield `${JSON.stringify(ending)}\n`;
}

/** A backup that was checked. Its entries can be read several times. */
export interface Backup {
  manifest: Manifest;
  counts: Counts;
  readonly entries: () => AsyncIterable<Entry>;
}

/**
 * Reads a backup file to its end, and compares it with its SHA-256.
 * @throws {RefusedError} when any of it is damaged or missing
 */
export async function openBackup(file: string): Promise<Backup> {
  try {
    return { ...(await checked(file)), entries: () => entriesIn(file) };
  } catch (error) {
    throw damaged(file, error as Error);
  }
}

async function checked(file: string): Promise<Pick<Backup, 'manifest' | 'counts'>> {
  const counts = noCounts();
  const hash = createHash('sha256');
  let manifest: Manifest | undefined;
  let isComplete = false;
  for await (const { text, value } of linesIn(file)) {
    if (isComplete) throw new Error('text follows the last line');
    if ('end' in value) {
      const { sha256, counts: noted } = { ...(value as Partial<Ending>).end };
      isComplete = sha256 === hash.digest('hex') && isMatch({ ...noted }, counts);
      if (!isComplete) throw new Error('the content does not match the last line');
      continue;
    }
    manifest ??= manifestOf(value);
    if (isRestorable(value)) count(counts, value);
    hash.update(text).update('\n');
  }
  if (manifest === undefined) throw new Error('the file is empty');
  if (!isComplete) throw new Error('the last line is missing: the file was cut off');
  return { manifest, counts };
}

function manifestOf({ backup }: Record<string, unknown>): Manifest {
  const manifest = backup as Manifest | undefined;
  if (manifest === undefined) throw new Error('the first line does not describe a backup');
  const { format, version } = manifest;
  if (format <= FORMAT) return manifest;
  throw new Error(`version ${version} wrote it in a newer format: restore it with that version`);
}

/** Reads the entries of a backup file that was checked. */
async function* entriesIn(file: string): AsyncGenerator<Entry> {
  for await (const { value } of linesIn(file)) if (isRestorable(value)) yield value;
}

async function* linesIn(
  file: string,
): AsyncGenerator<{ text: string; value: Record<string, unknown> }> {
  for await (const lines of linesOf(file)) {
    for (const { line, text, fault } of lines) {
      if (fault !== undefined) throw new Error(`line ${line}: ${fault}`);
      // An empty text follows the last line end.
      if (text === '') continue;
      const value = parseObject(text);
      if (typeof value === 'string') throw new Error(`line ${line}: ${value}`);
      yield { text, value: value as Record<string, unknown> };
    }
  }
}

function damaged(file: string, error: Error): RefusedError {
  const refused = new RefusedError(
    `${file} is not a complete backup (${oneLine(error.message)}). Nothing was restored. Use another backup, or copy the file again.`,
  );
  refused.cause = error;
  return refused;
}
