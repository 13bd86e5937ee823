import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { dirname, join } from 'node:path';
import { attempt } from 'es-toolkit/util';
import { codeStamp } from '../../elasticsearch/codeStamp.js';
import { ATLAS_FILE } from '../borders/atlas.js';
import { packageFile } from '../builtInFile.js';
import type { Box } from '../geometry/box.js';
import { CLDR_FILES } from '../iso/cldr.js';
import { makeFolder } from '../makeFolder.js';
import type { SharedEdges } from './borderEdges.js';

/** All code that decides what borders look like. */
const CODE = ['../borders', '../geometry', '../iso', '.', '../../geo'].map((folder) =>
  join(import.meta.dirname, folder),
);

/** The data and libraries of that code, by files that differ from version to version. */
const PACKAGES = [
  ATLAS_FILE,
  ...CLDR_FILES,
  '@turf/buffer/package.json',
  'clipper2-ts/package.json',
  'flatbush',
  'topojson-client/package.json',
];

const PREFIX = 'borders-';
/** Beside them there may be anything: a person may have named any folder for the cache. */
const OURS = /^borders-[0-9a-f]{32}$/;
const EXTENTS = 'extents';
const DIGEST_BYTES = 32;
/** Those of other versions that nobody has used for so long are deleted. */
const FORGOTTEN_AFTER_MS = 30 * 86_400_000;

/** Returns a folder of its own for the borders that this code makes of these packages. */
export function bordersFolder(cache: string): string {
  const key = createHash('sha256').update(codeStamp(CODE));
  for (const file of PACKAGES) key.update(packageFile(file).sha256);
  return join(cache, `${PREFIX}${key.digest('hex').slice(0, 32)}`);
}

/** Borders that were made once, in files; each is used only if it is what was written. */
export class KeptBorders {
  readonly #folder: string;

  /** @param folder see {@link bordersFolder} */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Returns the extents of every country, which are written last.
   * @returns undefined when not all borders are kept
   */
  extents(): ReadonlyMap<string, readonly Box[]> | undefined {
    const content = this.#read(EXTENTS);
    if (content === undefined) return undefined;
    // Of a folder that cannot be written to, nobody deletes anything either.
    attempt(() => {
      utimesSync(this.#folder, new Date(), new Date());
    });
    return new Map(JSON.parse(content.toString()) as [string, Box[]][]);
  }

  /** Returns the edges of a country; undefined when they are not kept, or the file is broken. */
  edges(id: string): SharedEdges | undefined {
    const content = this.#read(id);
    if (content === undefined) return undefined;
    const [area, endsLength] = [content.readDoubleLE(0), content.readDoubleLE(8)];
    const start = 2 * Float64Array.BYTES_PER_ELEMENT;
    const endsBytes = endsLength * Float64Array.BYTES_PER_ELEMENT;
    const ends = new Float64Array(shared(content.subarray(start, start + endsBytes)));
    return { area, ends, boxes: shared(content.subarray(start + endsBytes)) };
  }

  keepEdges(id: string, { area, ends, boxes }: SharedEdges): void {
    this.#write(id, [Float64Array.of(area, ends.length), ends, new Uint8Array(boxes)]);
  }

  keepExtents(extents: ReadonlyMap<string, readonly Box[]>): void {
    this.#write(EXTENTS, [Buffer.from(JSON.stringify([...extents]))]);
  }

  /** Lets go of all, so that they are made again; where it cannot, only what is broken is. */
  forget(): void {
    attempt(() => {
      rmSync(this.#path(EXTENTS), { force: true });
    });
  }

  /** Deletes those of other versions that nobody uses any more, as far as it can. */
  clearForgotten(): void {
    const cache = dirname(this.#folder);
    for (const name of readdirSync(cache).filter((each) => OURS.test(each))) {
      const path = join(cache, name);
      if (path === this.#folder) continue;
      // Another process may delete it, too.
      attempt(() => {
        const status = lstatSync(path);
        const age = Date.now() - status.mtimeMs;
        if (status.isDirectory() && age > FORGOTTEN_AFTER_MS) rmSync(path, { recursive: true });
      });
    }
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  /** Undefined where there is none that can be read, or where it is not what was written. */
  #read(name: string): Buffer | undefined {
    const [, file] = attempt(() => readFileSync(this.#path(name)));
    if (file === null) return undefined;
    const content = file.subarray(DIGEST_BYTES);
    return digestOf(name, [content]).equals(file.subarray(0, DIGEST_BYTES)) ? content : undefined;
  }

  /** In one step: nobody ever reads the half of a file. */
  #write(name: string, content: readonly NodeJS.ArrayBufferView[]): void {
    makeFolder(this.#folder, 0o700);
    const made = `${this.#path(name)}.${randomUUID()}`;
    const parts = content.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    try {
      writeFileSync(made, Buffer.concat([digestOf(name, parts), ...parts]));
      renameSync(made, this.#path(name));
    } finally {
      // The half of a file where the disk is full.
      rmSync(made, { force: true });
    }
  }
}

/** The name is a part of it: a file that was called otherwise is not taken. */
function digestOf(name: string, content: readonly Buffer[]): Buffer {
  const hash = createHash('sha256').update(`${name}\n`);
  for (const part of content) hash.update(part);
  return hash.digest();
}

function shared(content: Buffer): SharedArrayBuffer {
  const copy = new SharedArrayBuffer(content.length);
  Buffer.from(copy).set(content);
  return copy;
}
