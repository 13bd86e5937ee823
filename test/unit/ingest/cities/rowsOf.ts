import { expect } from '@jest/globals';
import type { CityRow, CitySource } from '../../../../ingest/cities/row.js';
import type { RejectedRow } from '../../../../ingest/files/cells.js';

/** Reads a source as an ingestion does: first for the ids. */
export async function rowsOf(source: CitySource): Promise<(CityRow | RejectedRow)[]> {
  for await (const row of source.rows('identity')) expect(row).not.toHaveProperty('names');
  const rows: (CityRow | RejectedRow)[] = [];
  for await (const row of source.rows()) rows.push(row);
  return rows;
}
