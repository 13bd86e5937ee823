import type { Point } from '../../../core/geo/point.js';
import { fold } from '../../../indices/fold.js';
import type { Language } from '../../../indices/languages.js';
import { shareRun, within } from '../../concurrency.js';
import { NoSuchIndex } from '../../errors.js';
import { shared } from '../../observe/elasticsearch.js';
import { packJson, toLatin1, unpackJson } from './packedJson.js';
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

/** The folded name of an element, and its JSON. Neither has a line break or a tab. */
interface PackedName {
  readonly folded: string;
  readonly json: string;
}

/** Reads the first elements whose name starts with a prefix, in the order of the lookup. */
type ReadNames = (prefix: string, limit: number) => Promise<readonly PackedName[]>;

/**
 * All elements whose name starts with a prefix, in two texts with a line for each, so that answers are cut out and
 * not serialized. Both are packed as `packJson` does.
 */
interface NameList {
  /** The folded name, a tab, and where its element starts. */
  readonly names: string;
  readonly elements: string;
}

/** Most names share fewer characters with too many others. */
const MIN_CHARACTERS = 3;
/** With one more, a search still shares a request with others. */
const MAX_NAMES = 499;
/** A lookup reads at most this many lists, because each takes a search. */
const MAX_FILLS = 2;
/** So many lists are read at a time. Further lookups are answered by a search of their own. */
const MAX_FILLING = 20;
/** A lookup waits so long for a list. Enough is left for a search of its own. */
const FILL_WITHIN_MS = 500;
/** A list without its texts: measured in Node 20. */
const LIST_BYTES = 90;

/**
 * Caches complete lists of the names that start with a short prefix. Longer prefixes are answered from the
 * same list, with any limit and also if no name matches, so that few typed names need a search.
 */
export class PrefixCache {
  /** `none` if there are too many names, or one is not matched by the name that it shows. */
  readonly #lists: VersionedCache<NameList | 'none'>;
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
   * Returns the same, and reads the list if it is not cached. Undefined if no list can answer, or if one cannot be read now.
   * @throws {NoSuchIndex}
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
      try {
        await within(FILL_WITHIN_MS, shareRun(this.#filling, run, fill));
      } catch (error) {
        // The lookup reads again through the alias.
        if (error instanceof NoSuchIndex) throw error;
        // A search of its own waits in another queue. If that fails, too, it says why.
        return undefined;
      }
    }
    return undefined;
  }

  async #fill(version: string, key: string, prefix: string, read: ReadNames): Promise<void> {
    const named = await read(prefix, MAX_NAMES + 1);
    // Longer prefixes are compared with the shown name, so that name must be the matched one.
    const isMatched = named.every(({ folded }) => folded.startsWith(prefix));
    if (named.length <= MAX_NAMES && isMatched) {
      const list = toList(named);
      const bytes = list.names.length + list.elements.length + LIST_BYTES;
      // A list that is too large for the cache would be read again for each lookup.
      if (this.#lists.set(version, key, list, bytes)) return;
    }
    this.#lists.set(version, key, 'none', 0);
  }

  /** Returns the list that answers, or the shortest prefix whose list is not cached. */
  #look(
    resource: string,
    lookup: PrefixLookup,
    version: string | undefined,
  ): { list?: NameList; missing?: string } {
    for (const prefix of prefixesOf(cacheablePrefix(lookup))) {
      const list = this.#lists.get(version, keyOf(resource, lookup, prefix));
      if (list === undefined) return { missing: prefix };
      if (list !== 'none') return { list };
    }
    return {};
  }
}

/** Returns an element as lists have it. */
export function packName(named: Named): PackedName {
  return { folded: fold(named.name), json: JSON.stringify(named) };
}

function toList(named: readonly PackedName[]): NameList {
  const json = named.map((each) => `${each.json}\n`).join('');
  const elements = packJson(json);
  let names = '\n';
  let start = 0;
  for (const { folded } of named) {
    names += `${folded}\t${start}\n`;
    start = elements.indexOf('\n', start) + 1;
  }
  return { names: toLatin1(names), elements };
}

/** Returns the first elements of a list whose name starts with the prefix, as JSON. */
function namesIn(
  { names, elements }: NameList,
  { prefix = '', limit = Infinity }: PrefixLookup,
): string {
  const found: string[] = [];
  const line = `\n${toLatin1(prefix)}`;
  let at = names.indexOf(line);
  while (at >= 0 && found.length < limit) {
    const tab = names.indexOf('\t', at);
    const end = names.indexOf('\n', tab);
    const start = Number(names.slice(tab + 1, end));
    found.push(elements.slice(start, elements.indexOf('\n', start)));
    at = names.indexOf(line, end);
  }
  return `[${unpackJson(found.join(','))}]`;
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
