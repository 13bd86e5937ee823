import type { Reject } from '../outcome.js';
import { openBiomes, openHeights, type SharedBiomes, type SharedHeights } from '../rasters/shared.js'; // prettier-ignore
import type { SharedCities } from './cityTable.js';
import { ClosestCities } from './facts.js';
import { type LandGroup, landsAmong, landsBelow } from './groups.js';
import { LandLines } from './landLines.js';
import { preparedOutcomesOf } from './outcomes.js';
import { Situations } from './situations.js';
import { Terrain } from './terrain.js';
import { type SharedTerritory, Territory } from './territory.js';

/** The makings of documents, in memory that all threads can read. */
export interface Makings {
  readonly cities: SharedCities;
  /** All that may reach a land of a task. */
  readonly territories: readonly SharedTerritory[];
  readonly heights: SharedHeights;
  readonly biomes: SharedBiomes;
  /** Of cells below which there are others, only the lands of these are made. */
  readonly countries: readonly string[];
}

/** Lands to be made: all of the countries below a cell, or those among some cells, in ascending order. */
export type LandTask = { readonly below: string } | { readonly cells: readonly string[] };

/** Documents as Elasticsearch takes them. */
export interface MadeLands {
  /** An action and a document for each, as lines. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Where each ends in the body. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** Their lines are numbered within the task. */
  readonly rejects: readonly Reject[];
}

const FIRST_BYTES = 2 * 1024 * 1024;
/** As UTF-8 has at most of a character of JavaScript. */
const MAX_BYTES_PER_CHARACTER = 3;

/** Makes the documents of lands, task by task, each after the last one in ascending order. */
export class LandMaker {
  readonly #situations: Situations;
  readonly #facts: ClosestCities;
  readonly #terrain: Terrain;
  readonly #countries: ReadonlySet<string>;
  readonly #lines = new LandLines();
  #scratch = Buffer.allocUnsafeSlow(FIRST_BYTES);

  constructor({ cities, territories, heights, biomes, countries }: Makings) {
    this.#situations = new Situations(
      territories.map(
        ({ id, extents, edges }) => new Territory(id, { extents, border: () => edges }),
      ),
    );
    this.#facts = new ClosestCities(cities);
    this.#terrain = new Terrain(openHeights(heights), openBiomes(biomes));
    this.#countries = new Set(countries);
  }

  async make(task: LandTask): Promise<MadeLands> {
    const rejects: Reject[] = [];
    const ends: number[] = [];
    let length = 0;
    const groups = this.#groupsOf(task);
    for await (const outcomes of preparedOutcomesOf(groups, this.#facts, this.#terrain)) {
      for (const outcome of outcomes) {
        if ('reason' in outcome) {
          rejects.push({ ...outcome.origin, reason: outcome.reason });
          continue;
        }
        const lines = this.#lines.of(outcome.document);
        this.#makeRoom(length, lines.length * MAX_BYTES_PER_CHARACTER);
        length += this.#scratch.write(lines, length);
        ends.push(length);
      }
    }
    // Not `from`, which takes byte by byte.
    const body = new Uint8Array(this.#scratch.subarray(0, length));
    return { body, ends: Uint32Array.from(ends), rejects };
  }

  #groupsOf(task: LandTask): Iterable<LandGroup> {
    return 'cells' in task
      ? landsAmong(this.#situations, task.cells)
      : landsBelow(task.below, this.#situations, this.#countries);
  }

  #makeRoom(length: number, more: number): void {
    if (length + more <= this.#scratch.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * this.#scratch.length + more);
    this.#scratch.copy(larger, 0, 0, length);
    this.#scratch = larger;
  }
}
