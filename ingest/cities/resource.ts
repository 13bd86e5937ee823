import { cities, type CityDocument } from '../../indices/cities.js';
import { NullIsland } from '../sources/coordinates.js';
import { shownRow } from '../files/shown.js';
import { countryCodes } from '../sources/iso/codes.js';
import { primaryCodes } from '../sources/iso/primary.js';
import type { Outcome } from '../load/outcome.js';
import { extentOf } from '../load/measured.js';
import type { Context, Resource, Run } from '../generations/resource.js';
import { faultOf, toDocument } from './document.js';
import type { CityIds } from './ids.js';
import { EarlierRows } from './merge.js';
import { DEFAULT_PRIMARY_MINIMUM_POPULATION, primaryCities } from './primary.js';
import { readRegistry } from './registry.js';
import type { CityReject, CityRow, CityRows, CitySource } from './row.js';

export interface CityOptions {
  /** Inhabitants from which on a city is primary. */
  primaryMinimumPopulation?: number;
}

/**
 * Cities of a source. The source is read twice: first for what depends on all rows (ids and
 * primacy), then row by row for the documents.
 */
export function cityResource(
  source: CitySource,
  options: CityOptions = {},
): Resource<CityDocument> {
  const minimumPopulation = options.primaryMinimumPopulation ?? DEFAULT_PRIMARY_MINIMUM_POPULATION;
  const codes = countryCodes();
  const countryIds = new Map(codes.map(({ alpha2, id }) => [alpha2, id]));

  /** Reads the rows that can become documents. */
  async function readIds(ids: CityIds): Promise<void> {
    let ordinal = 0;
    const take = (row: CityRow | CityReject): void => {
      ordinal += 1;
      if ('reason' in row) return;
      const countryId = countryIds.get(row.countryCode);
      if (countryId === undefined || faultOf(row, countryId) !== undefined) return;
      // Not `...row`, which costs as much as all else of a row here.
      const { sourceId, name, regionName, population, capital, rank } = row;
      ids.add({ sourceId, countryId, name, regionName, population, capital, rank, ordinal });
    };
    await forEach(source.rows('identity'), take);
    ids.assign();
  }

  async function begin({ client, indexPrefix }: Context): Promise<Run<CityDocument>> {
    const registry = await readRegistry(client, indexPrefix);
    const ids = registry.known;
    await readIds(ids);
    await source.prepare?.();
    const primaryAlpha2 = primaryCodes();
    const primaryCountryIds = new Set(
      codes.filter(({ alpha2 }) => primaryAlpha2.has(alpha2)).map(({ id }) => id),
    );
    const primary = primaryCities(ids.sized(), primaryCountryIds, minimumPopulation);
    const nullIsland = new NullIsland();
    const earlier = new EarlierRows();
    let replaced = 0;

    async function* outcomes(): AsyncGenerator<Outcome<CityDocument>> {
      let ordinal = 0;
      for await (const row of source.rows()) {
        ordinal += 1;
        const file = row.file ?? source.file;
        if ('reason' in row) {
          yield { origin: { file, line: row.line, id: row.id || NO_ID }, ...rejection(row) };
          continue;
        }
        const origin = { file, line: row.line, id: row.sourceId };
        const countryId = countryIds.get(row.countryCode);
        const fault = faultOf(row, countryId);
        if (fault !== undefined || countryId === undefined) {
          yield { origin, ...rejection({ ...row, reason: fault ?? 'no country' }) };
          continue;
        }
        const standing = ids.standingOf(row.sourceId, ordinal, row.rank);
        if (standing === 'replaced') {
          earlier.add(row);
          replaced += 1;
          continue;
        }
        const id = ids.idOf(row.sourceId);
        if (standing === 'second' || id === undefined) {
          const reason = id === undefined ? 'no id could be given' : 'another row has the same id';
          yield { origin, ...rejection({ ...row, reason }) };
          continue;
        }
        nullIsland.look(row.latitude, row.longitude, file, row.line);
        const facts = { id, countryId, primary: primary.has(row.sourceId) };
        yield { origin, document: toDocument(earlier.complete(row), facts) };
      }
    }

    return {
      ...extentOf(source),
      outcomes: outcomes(),
      notes: () => [
        ...(source.notes?.() ?? []),
        ...(replaced > 0 ? [`${replaced} rows are merged into those of later sources`] : []),
        ...nullIsland.warnings(),
      ],
      gate: async (index) => [
        ...((await source.gate?.()) ?? []),
        ...(await checkPrimary({ client, indexPrefix }, index, primary.size)),
      ],
      beforePromotion: (index) => registry.add(ids.assigned(), index),
    };
  }

  const recipe = { file: source.file, version: source.version ?? '', minimumPopulation };
  return {
    definition: cities,
    recipe,
    sources: () => source.sources?.() ?? [],
    options: { primaryMinimumPopulation: minimumPopulation },
    begin,
  };
}

/** Named where a row has no id to be found by. */
const NO_ID = 'unknown';

/** Awaits only what is not there yet: rows in memory need no waiting. */
async function forEach(rows: CityRows, take: (row: CityRow | CityReject) => void): Promise<void> {
  if (Symbol.asyncIterator in rows) for await (const row of rows) take(row);
  else for (const row of rows) take(row);
}

function rejection({ reason, row }: { reason: string; row?: string }): {
  reason: string;
  row?: string;
} {
  return { reason, ...(row !== undefined && { row: shownRow(row) }) };
}

async function checkPrimary(
  { client }: Context,
  index: string,
  expected: number,
): Promise<string[]> {
  const { count } = await client.count({ index, query: { term: { primary: true } } });
  return count === expected ? [] : [`${count} cities are primary, ${expected} should be`];
}
