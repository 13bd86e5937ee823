import { placeResource } from '../../ingest/places/resource.js';
import type { PlaceDocument } from '../../indices/places.js';
import type { Reject } from '../../ingest/load/outcome.js';
import type { PlaceSource } from '../../ingest/places/row.js';
import type { Context } from '../../ingest/generations/resource.js';

/** What came out of a source: places with their lines, rejects, and what its own gate says. */
export interface Reading {
  places: (PlaceDocument & { line: number })[];
  rejects: Reject[];
  complaints: string[];
  notes: readonly string[];
}

/** Reads a source as an ingestion does. */
export async function readPlaces(source: PlaceSource): Promise<Reading> {
  // These sources ask nothing of Elasticsearch.
  const run = await placeResource(source).begin({} as Context);
  const reading: Reading = { places: [], rejects: [], complaints: [], notes: [] };
  for await (const outcome of run.outcomes) {
    const { origin } = outcome;
    if ('reason' in outcome) reading.rejects.push({ ...origin, reason: outcome.reason });
    else reading.places.push({ ...outcome.document, line: origin.line });
  }
  reading.complaints = await run.gate('');
  reading.notes = run.notes?.() ?? [];
  return reading;
}
