import type { Point } from '../../../core/geo/point.js';
import { fold } from '../../../indices/fold.js';
import type { Language } from '../../../indices/languages.js';
import { shareRun } from '../../concurrency.js';
import { shared } from '../../observe/elasticsearch.js';
import { VersionedCache } from './versionedCache.js';

/** The parameters of a lookup by name on which its result depends. */
interface PrefixLookup {
  /** Undefined if no name can match. */
  readonly prefix: string | undefined;
  readonly limit: number | undefined;
  readonly language: Language;
  readonly primaryOnly: boolean;
  readonly anyName: boolean;
  readonly match: 'prefix' | 'fuzzy';
  readonly countryIds?: readonly string[] | undefined;
  readonly regionId?: string | undefined;
  readonly near?: Point | undefined;
}

/** An element of an answer. */
export interface Named {
  readonly name: string;
}

/** Reads the first documents whose name starts with a prefix, in the order of the lookup, each packed by `packNamed`. */
type ReadNames = (prefix: string, limit: number) => Promise<readonly string[]>;

/** Most names share fewer characters with too many others. */
const MIN_CHARACTERS = 3;
/** With one more, a search still shares a request with others. */
const MAX_NAMES = 499;
/** A lookup reads at most this many lists, because each takes a search. */
const MAX_FILLS = 2;
/** So many lists are read at a time. Further lookups are answered by a search of their own. */
const MAX_FILLING = 20;
/** Stands for a list that cannot answer: too many names, or one that is not matched by the name that it shows. */
const NO_LIST = '-';

/**
 * Caches complete lists of the names that start with a short prefix. Longer prefixes are answered from the
 * same list, with any limit and also if no name matches, so that few typed names need a search.
 *
 * A list is one string: a line for each name, with the folded name, a tab and the JSON of the element. It is
 * a `latin1` string of UTF-8 bytes, because one letter outside Latin-1 would double the memory of all others.
 */
export class PrefixCache {
  readonly #lists: VersionedCache<string>;
  readonly #filling = new Map<string, Promise<void>>();

  constructor(maxBytes: number) {
    this.#lists = new VersionedCache('prefixes', maxBytes);
  }

  /** Returns the result of a name lookup as JSON; undefined if it is not cached. */
  get(resource: string, lookup: PrefixLookup, version: string | undefined): string | undefined {
    const { list } = this.#look(resource, lookup, version);
    return list === undefined ? undefined : namesIn(list, lookup);
  }

  /**
   * Returns the same, and reads the list if it is not cached. Undefined if no list can answer, or if none must be read now.
   * @throws {ApiError}
   */
  async find(
    resource: string,
    lookup: PrefixLookup,
    version: string | undefined,
    read: ReadNames,
  ): Promise<string | undefined> {
    for (let fills = 0; version !== undefined; fills += 1) {
      const { list, missing } = this.#look(resource, lookup, version);
      if (list !== undefined) return namesIn(list, lookup);
      if (missing === undefined || fills === MAX_FILLS) return undefined;
      const key = keyOf(resource, lookup, missing);
      const run = `${version} ${key}`;
      if (this.#filling.size >= MAX_FILLING && !this.#filling.has(run)) return undefined;
      const fill = () => shared(() => this.#fill(version, key, missing, read));
      await shareRun(this.#filling, run, fill);
    }
    return undefined;
  }

  async #fill(version: string, key: string, prefix: string, read: ReadNames): Promise<void> {
    const lines = await read(prefix, MAX_NAMES + 1);
    // Longer prefixes are compared with the shown name, so that name must be the matched one.
    const isComplete = lines.length <= MAX_NAMES && lines.every((line) => line.startsWith(prefix));
    const list = isComplete ? toLatin1(`\n${lines.map((line) => `${line}\n`).join('')}`) : NO_LIST;
    // A list that is too large for the cache would be read again for each lookup.
    if (!this.#lists.set(version, key, list, list.length))
      this.#lists.set(version, key, NO_LIST, NO_LIST.length);
  }

  /** Returns the list that answers, or the shortest prefix whose list is not cached. */
  #look(
    resource: string,
    lookup: PrefixLookup,
    version: string | undefined,
  ): { list?: string; missing?: string } {
    for (const prefix of prefixesOf(cacheablePrefix(lookup))) {
      const list = this.#lists.get(version, keyOf(resource, lookup, prefix));
      if (list === undefined) return { missing: prefix };
      if (list !== NO_LIST) return { list };
    }
    return {};
  }
}

/** Returns the line of an element in a list. */
export function packNamed(named: Named): string {
  // Neither has a line break: it is a blank in a folded name, and escaped in JSON.
  return `${fold(named.name)}\t${JSON.stringify(named)}`;
}

/** Returns the first elements of a list whose name starts with the prefix, as JSON. */
function namesIn(list: string, { prefix = '', limit = Infinity }: PrefixLookup): string {
  const start = `\n${toLatin1(prefix)}`;
  const found: string[] = [];
  let at = list.indexOf(start);
  while (at >= 0 && found.length < limit) {
    const from = list.indexOf('\t', at) + 1;
    const end = list.indexOf('\n', from);
    found.push(list.slice(from, end));
    at = list.indexOf(start, end);
  }
  return `[${Buffer.from(found.join(','), 'latin1').toString()}]`;
}

function toLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Returns the prefixes of a prefix, the shortest one first. Characters are never split. */
function* prefixesOf(prefix = ''): Generator<string> {
  let shorter = '';
  let characters = 0;
  for (const character of prefix) {
    shorter += character;
    characters += 1;
    if (characters >= MIN_CHARACTERS) yield shorter;
  }
}

/**
 * Returns undefined if nothing can match, if names other than the shown one are matched, or if the list is
 * for some countries, a region or a position only.
 */
function cacheablePrefix({ prefix, ...lookup }: PrefixLookup): string | undefined {
  const { anyName, match, countryIds, regionId, near } = lookup;
  const isEverywhere = countryIds === undefined && regionId === undefined && near === undefined;
  return !anyName && match === 'prefix' && isEverywhere ? prefix : undefined;
}

function keyOf(resource: string, { language, primaryOnly }: PrefixLookup, prefix: string): string {
  return `${resource} ${language} ${primaryOnly} ${prefix}`;
}
