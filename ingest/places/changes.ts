import { type PlaceDocument, places } from '../../indices/places.js';
import { counted } from '../../core/cli/counted.js';
import { changesIn } from '../files/changes.js';
import type { DataFile } from '../files/dataFile.js';
import { readMapping } from '../files/mapping.js';
import { type Base, changedResource } from '../generations/changes.js';
import { pagesOf } from '../generations/diff.js';
import type { Resource } from '../generations/resource.js';
import { type Outcome, rejectionOf } from '../load/outcome.js';
import { splitPhotos } from './sources.js';
import { outcomeOf } from './resource.js';
import { PLACE_MAPPING } from './row.js';

/** Returns the live places after some changes. A changed place is replaced as a whole. */
export async function changedPlaces(
  base: Base,
  files: readonly DataFile[],
  mappingFile?: string,
): Promise<Resource<PlaceDocument>> {
  const mapping = mappingFile === undefined ? undefined : await readMapping(mappingFile, PLACE_MAPPING); // prettier-ignore
  return changedResource(places, base, files, async ({ client }, coordinates) => {
    /** The last change of each place; undefined if it is deleted. */
    const latest = new Map<string, Outcome<PlaceDocument> | undefined>();
    const rejects: Outcome<PlaceDocument>[] = [];
    for await (const { table, ...change } of changesIn(files, PLACE_MAPPING, mapping)) {
      const { file, cells, reason = table && 'the line is not a JSON object' } = change;
      if (reason !== undefined) rejects.push(rejectionOf({ ...change, reason }, file));
      else if (cells === undefined) latest.set(change.id, undefined);
      else {
        const outcome = outcomeOf(
          { ...change, cells: splitPhotos(cells, mapping) },
          file,
          coordinates,
        );
        if ('document' in outcome) latest.set(outcome.document.id, outcome);
        else rejects.push(outcome);
      }
    }
    const live = new Set<string>();
    for await (const page of pagesOf(client, base.index, false, [...latest.keys()])) {
      for (const id of page.keys()) live.add(id);
    }
    const ids = [...latest.keys()].filter((id) => live.has(id) || latest.get(id) !== undefined);
    const outcomes = [...latest.values()].filter((outcome) => outcome !== undefined);
    const unknown = latest.size - ids.length;
    return {
      ids,
      live: live.size,
      outcomes: [...rejects, ...outcomes],
      shares: mapping?.expected,
      notes: unknown > 0 ? [`${counted(unknown, 'place')} to delete: not live`] : [],
    };
  });
}
