import { errors } from '@elastic/elasticsearch';
import { landCentre } from '../../../../core/geo/land.js';
import { lands } from '../../../../indices/lands.js';
import type { BuiltState, MarkerDocument } from '../../../../indices/markers.js';
import { ingestMarkers } from '../../../../ingest/markers/ingestMarkers.js';
import type { MarkerOptions, MarkerReport } from '../../../../ingest/markers/follow.js';
import { placeResource } from '../../../../ingest/places/resource.js';
import type { PlaceCells } from '../../../../ingest/places/row.js';
import { silentProgress } from '../../../../core/cli/progress.js';
import { liveAlias } from '../../../../core/elasticsearch/names.js';
import { interceptBulks } from '../../../support/interceptOnce.js';
import { landGroups } from '../../../support/landGroups.js';
import { createSandbox, type Sandbox } from '../sandbox.js';
import { builtInSource } from '../sources.js';

/** Places, their markers, and a game that builds on them. */
export interface World extends Sandbox {
  /** The name of the places index that is live then. */
  ingestPlaces(places: readonly PlaceCells[]): Promise<string>;
  ingestMarkers(options?: Partial<MarkerOptions>): Promise<MarkerReport>;
  markers(): Promise<Map<string, MarkerDocument>>;
  /** The version of every marker: it changes with every write. */
  versions(): Promise<Map<string, number>>;
  /** Writes as the game does; whether there was such a marker. */
  build(id: string, state: BuiltState): Promise<boolean>;
  clear(id: string): Promise<boolean>;
  read(id: string): Promise<MarkerDocument | undefined>;
  /** Calls a hook before every bulk that holds a text. */
  beforeBulk(text: string, hook: () => Promise<void> | void): void;
  /** Lets every bulk that holds a text be done the first time, but its answer not arrive. */
  loseAnswer(text: string): void;
}

/** Sound places with these ids, at a latitude. */
export const placesAt = (latitude: number, ids: readonly string[]): PlaceCells[] =>
  ids.map((id) => ({ id, name: `Place ${id}`, latitude, longitude: 2 }));

/** Ids `<first>` to `<last>`, so long that they are in the order of their numbers. */
export const numbered = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String(first + at).padStart(6, '0'));

export function createWorld(): World {
  const sandbox = createSandbox();
  const { client } = sandbox;
  const index = liveAlias(sandbox.indexPrefix, 'markers');

  /** A whole document at its version, again and again until no other write came between. */
  async function write(id: string, change: Partial<MarkerDocument>): Promise<boolean> {
    for (;;) {
      const found = await client.get<MarkerDocument>({ index, id }, { ignore: [404] });
      if (!found.found || !found._source) return false;
      const { _seq_no: if_seq_no = 0, _primary_term: if_primary_term = 0 } = found;
      const document = { ...found._source, ...change };
      try {
        await client.index({ index, id, document, if_seq_no, if_primary_term });
        return true;
      } catch (error) {
        if (!(error instanceof errors.ResponseError) || error.statusCode !== 409) throw error;
      }
    }
  }

  return {
    ...sandbox,
    async ingestPlaces(places) {
      const rows = () => places.map((cells, at) => ({ line: at + 1, cells }));
      const others = [builtInSource('cities.pbf')];
      const resource = placeResource({ file: 'places.csv', rows, others });
      return (await sandbox.ingest(resource, { allowShrink: true, maxChanged: 1 })).index;
    },
    ingestMarkers: (options = {}) =>
      ingestMarkers(sandbox, { progress: silentProgress, ...options }),
    async markers() {
      await client.indices.refresh({ index });
      return sandbox.live<MarkerDocument>('markers');
    },
    async versions() {
      await client.indices.refresh({ index });
      const { hits } = await client.search({ index, size: 10_000, seq_no_primary_term: true });
      return new Map(hits.hits.map(({ _id = '', _seq_no = -1 }) => [_id, _seq_no]));
    },
    build: (id, state) => write(id, { ...state }),
    clear: (id) => write(id, { season: null, icon: null, skin: null }),
    async read(id) {
      const found = await client.get<MarkerDocument>({ index, id }, { ignore: [404] });
      return found.found ? found._source : undefined;
    },
    beforeBulk(text, hook) {
      interceptBulks(client, text, async (send) => {
        await hook();
        return send();
      });
    },
    loseAnswer(text) {
      const done = new Set<string>();
      interceptBulks(client, text, async (send, body) => {
        const answer = await send();
        if (done.has(body)) return answer;
        done.add(body);
        throw new errors.ConnectionError('the answer was lost');
      });
    },
  };
}

/** Ingests lands of these ids, beside which markers are ingested then. */
export async function ingestLands(sandbox: Sandbox, ids: readonly string[]): Promise<void> {
  const outcomes = landGroups(ids).map((document, at) => ({
    origin: { file: 'lands.csv', line: at + 1, id: document.id },
    document,
  }));
  await sandbox.ingest({
    definition: lands,
    recipe: {},
    begin: () => Promise.resolve({ outcomes, gate: () => Promise.resolve([]) }),
  });
}

/** A place in the middle of a land. */
export const placeIn = (land: string, id: string): PlaceCells => ({
  id,
  name: `Place ${id}`,
  ...landCentre(land),
});
