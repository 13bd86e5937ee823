import { setTimeout as sleep } from 'node:timers/promises';
import type { MarkerDocument } from '../../../indices/markers.js';
import { type FaultOutcome, reportFault } from './report.js';
import { eventually } from '../../support/patience.js';
import { rowOfMarkers } from '../../support/ownDocuments.js';
import { callerOf } from '../markers/caller.js';
import { LOOKUPS } from '../outages/api.js';

const READERS = 4;
const WRITERS = 16;
const SEASON = 7;
/** Between two requests of a caller: the machine has a cluster to run, too. */
const PAUSE_MS = 100;
const HEADERS = { authorization: 'Bearer dev-internal' };
const NO_ANSWER = 'no answer';
/** Limits how often a read that gets 503 is sent, as the service's own client does. */
const SENDS = 4;

/** To be stored for the writers, a marker for each. */
export const WRITTEN_MARKERS = rowOfMarkers(WRITERS);

/** What the only writer of a marker knows of it; its icons count upwards. */
interface Known {
  readonly marker: MarkerDocument;
  sent: number;
  acknowledged: number;
}

/** Answers since a moment. */
class Tally {
  readonly reads = new Map<string, number>();
  readonly writes = new Map<string, number>();
  readonly wrong: string[] = [];
  /** Reads that were late each time they were sent. */
  readonly unanswered: string[] = [];
  /** The callers who were refused last, and since when. */
  readonly #refused = new Map<string, number>();
  #longestMs = 0;
  /** Before it, nobody could be answered. */
  #over = 0;

  /** @param begunAt when the request was sent */
  count(kind: 'reads' | 'writes', caller: string, status: string, begunAt: number): void {
    this[kind].set(status, (this[kind].get(status) ?? 0) + 1);
    if (status === '200') this.#answered(caller);
    else if (!this.#refused.has(caller)) this.#refused.set(caller, begunAt);
  }

  #answered(caller: string): void {
    const since = this.#refused.get(caller);
    this.#refused.delete(caller);
    if (since === undefined) return;
    const tookMs = performance.now() - Math.max(since, this.#over);
    this.#longestMs = Math.max(this.#longestMs, tookMs);
  }

  over(): void {
    this.#over = performance.now();
    this.#longestMs = 0;
  }

  get seconds(): number {
    return this.#longestMs / 1_000;
  }
}

/**
 * Callers of one or more processes of the API, who read and write through whatever befalls it. A
 * caller whose process gives no answer turns to the next one.
 */
export class Callers {
  readonly #known: Known[] = WRITTEN_MARKERS.map((marker) => ({
    marker,
    sent: 0,
    acknowledged: 0,
  }));
  #tally = new Tally();
  #stopped = false;
  #running: Promise<unknown> = Promise.resolve();
  /** Rounds that every caller has had a right answer in. */
  readonly #right = new Map<string, number>();

  constructor(private readonly addresses: readonly string[]) {}

  begin(): void {
    const readers = Array.from({ length: READERS }, (_, reader) => this.#keepReading(reader));
    const writers = this.#known.map((known, writer) => this.#keepWriting(known, writer));
    this.#running = Promise.all([...readers, ...writers]);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /**
   * Returns, and reports, what callers saw from the beginning of a fault until all have right answers
   * again.
   * @param work the fault, and what ends it; it calls `over` where nobody can be answered before
   */
  async during(
    fault: string,
    work: (over: () => void) => Promise<void>,
    untilWell: () => Promise<void> = () => Promise.resolve(),
  ): Promise<FaultOutcome> {
    await this.#untilAllRight();
    const tally = new Tally();
    this.#tally = tally;
    await work(() => {
      tally.over();
    });
    await this.#untilAllRight();
    await untilWell();
    const lost = await this.#lost();
    const outcome = {
      fault,
      reads: Object.fromEntries(tally.reads),
      writes: Object.fromEntries(tally.writes),
      wrong: tally.wrong.length,
      unanswered: tally.unanswered.length,
      lost: lost.length,
      seconds: tally.seconds,
    };
    reportFault(outcome);
    return outcome;
  }

  async #keepReading(reader: number): Promise<void> {
    const lookups = Object.entries(LOOKUPS);
    for (let turn = reader; !this.#stopped; turn += 1) {
      const [path = '', id = ''] = lookups[turn % lookups.length] ?? [];
      await this.#readPatiently(reader, path, id);
      await sleep(PAUSE_MS);
    }
  }

  async #readPatiently(reader: number, path: string, id: string): Promise<void> {
    for (let sends = 0; sends < SENDS && !this.#stopped; sends += 1) {
      if ((await this.#read(reader, path, id)) !== 503) return;
      await sleep(PAUSE_MS);
    }
    if (!this.#stopped) this.#tally.unanswered.push(path);
  }

  /** Returns the status of the answer; undefined if there is none. */
  async #read(reader: number, path: string, id: string): Promise<number | undefined> {
    const tally = this.#tally;
    const name = `reader ${reader}`;
    const begunAt = performance.now();
    try {
      const response = await fetch(`${this.#address(reader)}${path}`, { headers: HEADERS });
      const text = await response.text();
      tally.count('reads', name, String(response.status), begunAt);
      if (response.status !== 200) return response.status;
      if (text.includes(`"id":"${id}"`)) this.#rightFor(name);
      else tally.wrong.push(`${path}: ${text}`);
      return response.status;
    } catch {
      tally.count('reads', name, NO_ANSWER, begunAt);
      this.#turnAway(reader);
      return undefined;
    }
  }

  async #keepWriting(known: Known, writer: number): Promise<void> {
    while (!this.#stopped) {
      await this.#write(known, writer);
      await sleep(PAUSE_MS);
    }
  }

  async #write(known: Known, writer: number): Promise<void> {
    const tally = this.#tally;
    const name = `writer ${writer}`;
    const begunAt = performance.now();
    known.sent += 1;
    try {
      const caller = callerOf(this.#address(writer));
      const body = { id: known.marker.id, season: SEASON, icon: known.sent };
      const status = await caller.put('update', body);
      tally.count('writes', name, String(status), begunAt);
      if (status !== 200) return;
      known.acknowledged = known.sent;
      this.#rightFor(name);
      if (known.sent % 5 > 0) return;
      const { icon = 0 } = await caller.read(known.marker, SEASON);
      if (icon !== known.sent) tally.wrong.push(`${known.marker.id}: ${icon} of ${known.sent}`);
    } catch {
      tally.count('writes', name, NO_ANSWER, begunAt);
      this.#turnAway(writer);
    }
  }

  /** Where each caller is now, by how often it had no answer. */
  readonly #turns = new Map<number, number>();

  #address(caller: number): string {
    const turn = caller + (this.#turns.get(caller) ?? 0);
    return this.addresses[turn % this.addresses.length] ?? '';
  }

  #turnAway(caller: number): void {
    this.#turns.set(caller, (this.#turns.get(caller) ?? 0) + 1);
  }

  #rightFor(caller: string): void {
    this.#right.set(caller, (this.#right.get(caller) ?? 0) + 1);
  }

  /** Resolves when every caller has had two right answers from now on: the second was asked for since. */
  async #untilAllRight(): Promise<void> {
    const before = new Map(this.#right);
    const callers = [
      ...this.#known.map((_, writer) => `writer ${writer}`),
      ...Array.from({ length: READERS }, (_, reader) => `reader ${reader}`),
    ];
    await eventually('right answers for all callers', () =>
      callers.every((caller) => (this.#right.get(caller) ?? 0) >= (before.get(caller) ?? 0) + 2),
    );
  }

  /** The markers that an acknowledged write was lost of. */
  async #lost(): Promise<string[]> {
    const acknowledged = this.#known.map((known) => known.acknowledged);
    const lost: string[] = [];
    for (const [position, { marker }] of this.#known.entries()) {
      const { icon = 0 } = await callerOf(this.#address(position)).read(marker, SEASON);
      if (icon < (acknowledged[position] ?? NaN)) lost.push(marker.id);
    }
    return lost;
  }
}
