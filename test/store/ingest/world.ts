import { silentProgress } from '../../../core/cli/progress.js';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { type BuildDocument, type BuiltState, builds } from '../../../indices/builds.js';
import { ingestResource } from '../../../ingest/generations/ingestResource.js';
import type { PlaceCells } from '../../../ingest/places/row.js';
import { jobsOf } from '../../../ingest/runs/jobs.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { builtInSource } from './sources.js';

/** Places, their markers, and a game that builds on them. */
export interface World extends Sandbox {
  /** Makes places and their markers live, and returns the index of the places. */
  ingestPlaces(places: readonly PlaceCells[]): Promise<string>;
  /** Makes the markers of the live places anew. */
  ingestMarkers(): Promise<void>;
  /** Stores a build of a live marker as the game does. */
  build(id: string, state: BuiltState): Promise<void>;
  builds(): Promise<Map<string, BuildDocument>>;
}

/** Sound places with these ids, at a latitude. */
export const placesAt = (latitude: number, ids: readonly string[]): PlaceCells[] =>
  ids.map((id) => ({ id, name: `Place ${id}`, latitude, longitude: 2 }));

/** Ids `<first>` to `<last>`, so long that they are in the order of their numbers. */
export const numbered = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String(first + at).padStart(6, '0'));

export function createWorld(): World {
  const sandbox = createSandbox();
  const { client, indexPrefix } = sandbox;
  const index = liveAlias(indexPrefix, builds.resource);
  const accepting = { progress: silentProgress, allowShrink: true, allowChange: true };
  const jobs = (places: readonly PlaceCells[]) =>
    jobsOf({
      cities: () => ({ file: 'cities.pbf', rows: () => [], others: [] }),
      places: () => ({
        file: 'places.csv',
        rows: () => places.map((cells, at) => ({ line: at + 1, cells })),
        others: [builtInSource('cities.pbf')],
      }),
    });

  return {
    ...sandbox,
    async ingestPlaces(places) {
      const resource = await jobs(places).places(sandbox, {});
      const [{ index: made }] = await ingestResource(sandbox, resource, accepting, accepting);
      return made;
    },
    async ingestMarkers() {
      const resource = await jobs([]).markers(sandbox, {});
      await ingestResource(sandbox, resource, accepting);
    },
    async build(id, state) {
      const marker = (await sandbox.live('markers')).get(id);
      const document = { ...(marker as BuildDocument), ...state };
      await client.index({ index, id, document, refresh: true, require_alias: true });
    },
    builds: () => sandbox.live<BuildDocument>(builds.resource),
  };
}
