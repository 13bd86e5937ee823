import { landCentre } from '../../../../core/geo/land.js';
import { lands } from '../../../../indices/lands.js';
import type { PlaceCells } from '../../../../ingest/places/row.js';
import { landGroups } from '../../../support/landGroups.js';
import type { Sandbox } from '../sandbox.js';

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
