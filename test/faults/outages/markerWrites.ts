import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { MarkerDocument } from '../../../indices/markers.js';
import { type OwnMarkers, rowOfMarkers, storeMarkers } from '../../support/ownDocuments.js';
import { callerOf, type MarkerCaller } from '../markers/caller.js';
import { type ApiProcess, startApiProcess } from './api.js';
import type { OwnElasticsearch } from './ownElasticsearch.js';

const WRITERS = 32;
const MARKERS_EACH = 2;
const SEASON = 7;
/** Patient enough to leave the machine to Elasticsearch while that starts. */
const RETRY_AFTER_MS = 250;
/** Acknowledged before and after an outage, so that it comes in the middle of writes. */
const ENOUGH_WRITES = 300;

/** What the only writer of a marker knows of it; its icons count upwards. */
interface Known {
  readonly marker: MarkerDocument;
  sent: number;
  acknowledged: number;
}

/** Many callers who write markers, each its own ones, through whatever befalls Elasticsearch. */
export class MarkerWrites {
  readonly #known: Known[];
  readonly #statuses = new Map<number, number>();
  #writers: Promise<unknown> | undefined;

  private constructor(
    private readonly own: OwnMarkers,
    private readonly api: ApiProcess,
    private readonly caller: MarkerCaller,
    documents: readonly MarkerDocument[],
  ) {
    this.#known = documents.map((marker) => ({ marker, sent: 0, acknowledged: 0 }));
  }

  static async prepare(elasticsearch: OwnElasticsearch): Promise<MarkerWrites> {
    const documents = rowOfMarkers(WRITERS * MARKERS_EACH);
    const own = await storeMarkers(documents, elasticsearch.client());
    const { url: ELASTICSEARCH_URL } = elasticsearch;
    const api = await startApiProcess({ ELASTICSEARCH_URL, INDEX_PREFIX: own.indexPrefix });
    return new MarkerWrites(own, api, callerOf(api.address), documents);
  }

  /** Resolves once enough is written. */
  async begin(): Promise<void> {
    // Writers of a failed test may still run.
    await this.#end();
    let stopped = false;
    const writing = Array.from({ length: WRITERS }, async (_, writer) => {
      const mine = this.#known.slice(writer * MARKERS_EACH, (writer + 1) * MARKERS_EACH);
      while (!stopped) for (const known of mine) await this.#write(known);
    });
    this.#writers = Promise.all(writing);
    this.#stop = () => {
      stopped = true;
    };
    await this.#untilEnough(200, ENOUGH_WRITES);
  }
  #stop: () => void = () => undefined;

  /**
   * Elasticsearch dies, the writers meet the outage, and are at it still when it is over: nobody starts them anew.
   * Nothing that was acknowledged is lost.
   * @param during the outage, and right after it
   */
  async expectKeptThrough(
    elasticsearch: OwnElasticsearch,
    during: { down?: () => Promise<void>; up?: () => Promise<void> } = {},
  ): Promise<void> {
    const refused = this.#untilEnough(503, WRITERS);
    await elasticsearch.kill();
    await Promise.all([refused, during.down?.()]);
    const untilThen = this.#acknowledged();
    await elasticsearch.start();
    await Promise.all([during.up?.(), this.#expectKept(untilThen)]);
    await this.#untilEnough(200, ENOUGH_WRITES);
    await this.#end();
    await this.#expectKept(this.#acknowledged());
    // Every caller got an answer, and those whose write was not acknowledged got that one.
    expect([...this.#statuses.keys()].sort()).toEqual([200, 503]);
    expect(this.api.child.exitCode).toBeNull();
  }

  async remove(): Promise<void> {
    await this.#end();
    await this.api.stop();
    await this.own.remove();
  }

  async #end(): Promise<void> {
    this.#stop();
    await this.#writers;
  }

  async #write(known: Known): Promise<void> {
    known.sent += 1;
    const body = { id: known.marker.id, season: SEASON, icon: known.sent };
    const status = await this.caller.put('update', body);
    this.#statuses.set(status, this.#count(status) + 1);
    if (status === 200) known.acknowledged = known.sent;
    else await sleep(RETRY_AFTER_MS);
  }

  #count(status: number): number {
    return this.#statuses.get(status) ?? 0;
  }

  async #untilEnough(status: number, more: number): Promise<void> {
    const enough = this.#count(status) + more;
    while (this.#count(status) < enough) await sleep(10);
  }

  #acknowledged(): number[] {
    return this.#known.map(({ acknowledged }) => acknowledged);
  }

  /** @param acknowledged of every marker, the last icon that must not be lost. */
  async #expectKept(acknowledged: number[]): Promise<void> {
    const lost: string[] = [];
    for (const [position, known] of this.#known.entries()) {
      const { icon = 0 } = await this.caller.read(known.marker, SEASON);
      if (icon < (acknowledged[position] ?? NaN)) lost.push(known.marker.id);
      expect(icon).toBeLessThanOrEqual(known.sent);
    }
    expect(lost).toEqual([]);
  }
}
