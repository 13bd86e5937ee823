import type { LRUCache } from 'lru-cache';
import { fold } from '../../../indices/fold.js';
import type { Recalled } from '../answers.js';
import { type NameLookup, searchablePrefix } from '../../search/prefix.js';
import { boundedMap, estimateBytes } from './budget.js';

/** What is found by its name, as callers see it. */
interface Named {
  readonly name: string;
}

/** All that begin so, in the order of their lookup. */
interface Entry {
  readonly all: readonly Named[];
  readonly folded: readonly string[];
  readonly bytes: number;
}

/** Longer lists take more room than asking anew takes time. */
const MOST_NAMED = 50;
/** What begins with a longer prefix is looked for in what begins with one shorter by so much at most. */
const MOST_CHARACTERS_LESS = 30;

/**
 * Knows of beginnings of names all that begin so, and therefore of longer ones: whoever types a name
 * to its end asks Elasticsearch only until everything that begins so is in the answer.
 */
export class Beginnings {
  readonly #entries: LRUCache<string, Entry> | undefined;

  /** @param maxBytes undefined: nothing is kept */
  constructor(maxBytes: number | undefined) {
    if (maxBytes !== undefined)
      this.#entries = boundedMap(maxBytes, ({ bytes }) => bytes, 'beginnings');
  }

  /**
   * Answers a lookup by name; undefined where Elasticsearch must be asked.
   * @param resource of which it is
   * @param version of what is live; undefined: none is known
   */
  recall(resource: string, lookup: NameLookup, version: string | undefined): Recalled | undefined {
    const prefix = prefixOf(lookup);
    if (version === undefined || prefix === undefined) return undefined;
    const shortest = Math.max(1, prefix.length - MOST_CHARACTERS_LESS);
    for (let length = prefix.length; length >= shortest; length -= 1) {
      const entry = this.#entries?.get(keyOf(resource, version, lookup, prefix.slice(0, length)));
      if (entry === undefined) continue;
      const { all, folded } = entry;
      const isMeant = (_: Named, position: number): boolean =>
        folded[position]?.startsWith(prefix) === true;
      return { answer: () => ({ data: all.filter(isMeant).slice(0, lookup.limit) }) };
    }
    return undefined;
  }

  /** Learns of a lookup by name what was found. */
  learn(
    resource: string,
    lookup: NameLookup,
    version: string | undefined,
    found: readonly Named[],
  ): void {
    const prefix = prefixOf(lookup);
    const { limit = Infinity } = lookup;
    const isAll = found.length < limit && found.length <= MOST_NAMED;
    if (version === undefined || prefix === undefined || !isAll) return;
    const folded = found.map(({ name }) => fold(name));
    // By the name that is shown the others are told apart: it must be the one that was looked for.
    if (!folded.every((name) => name.startsWith(prefix))) return;
    const bytes = estimateBytes({ found, folded });
    this.#entries?.set(keyOf(resource, version, lookup, prefix), { all: found, folded, bytes });
  }
}

/** Undefined where nothing begins so, or where other names are looked at than the one shown. */
function prefixOf({ token, anyName }: NameLookup): string | undefined {
  return anyName ? undefined : searchablePrefix(token);
}

function keyOf(
  resource: string,
  version: string,
  { language, primaryOnly }: NameLookup,
  prefix: string,
): string {
  return `${version} ${resource} ${language} ${primaryOnly} ${prefix}`;
}
