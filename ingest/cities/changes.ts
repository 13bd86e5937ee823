import { once } from 'es-toolkit/function';
import { cities, type CityDocument } from '../../indices/cities.js';
import { changesIn, type ChangeLine } from '../files/changes.js';
import type { DataFile } from '../files/dataFile.js';
import { readMapping } from '../files/mapping.js';
import { type Base, changedResource } from '../generations/changes.js';
import { pagesOf } from '../generations/diff.js';
import type { Resource } from '../generations/resource.js';
import { type Outcome, type RejectedRow, rejectionOf } from '../load/outcome.js';
import { geonamesRegions } from '../sources/geonames.js';
import { countryCodes } from '../sources/iso.js';
import { COLUMN_COUNT, readingOf, regionFields } from './geonamesFiles.js';
import { type CityIds, DEFAULT_PRIMARY_MINIMUM_POPULATION } from './ids.js';
import { CITY_MAPPING, type CityField, idPrefixOf, toRow } from './ownFile.js';
import { readRegistry } from './registry.js';
import { type CityRow, faultOf, toDocument } from './row.js';
import { withFieldsOf } from './several.js';
import {
  changedDocument,
  findLargest,
  GEONAMES_ID,
  sameAsLive,
  type Stored,
  storedRow,
} from './storedRow.js';

export interface CityChangeOptions {
  mapping?: string | undefined;
  /** New places of GeoNames with fewer inhabitants are left out. */
  minimumPopulation?: number | undefined;
}

/** A city to write, or undefined to delete it, by source id. */
type Changed = Map<string, CityRow | undefined>;

const countryIds = once(() => new Map(countryCodes().map(({ alpha2, id }) => [alpha2, id])));

/**
 * Returns the live cities after some changes. A changed city keeps its id, and the fields that its row
 * lacks, as if the row stood in a later source.
 */
export async function changedCities(
  base: Base,
  files: readonly DataFile[],
  options: CityChangeOptions = {},
): Promise<Resource<CityDocument>> {
  const { minimumPopulation = 0 } = options;
  const mapping = options.mapping === undefined ? undefined : await readMapping(options.mapping, CITY_MAPPING); // prettier-ignore
  const { primaryMinimumPopulation = DEFAULT_PRIMARY_MINIMUM_POPULATION } = base.provenance.options;

  return changedResource(cities, base, files, async ({ client, indexPrefix }) => {
    const registry = await readRegistry(client, indexPrefix);
    const ids = registry.known;
    const lines = changesIn(files, CITY_MAPPING, mapping);
    const { changed, rejects } = await readChanges(lines, ids, idPrefixOf(mapping));
    await sameAsLive(client, base.index, changed, ids);
    const known = [...changed.keys()].flatMap((sourceId) => ids.idOf(sourceId) ?? []);
    const live: Stored = new Map();
    for await (const page of pagesOf(client, base.index, true, known))
      for (const [id, fields] of page) live.set(id, fields);

    const rows: CityRow[] = [];
    const counts = { deleted: 0, unknown: 0, small: 0 };
    for (const [sourceId, change] of changed) {
      const fields = live.get(ids.idOf(sourceId) ?? '');
      const { population = 0 } = change ?? {};
      if (change === undefined) counts[fields ? 'deleted' : 'unknown'] += 1;
      else if (!fields && GEONAMES_ID.test(sourceId) && population < minimumPopulation)
        counts.small += 1;
      else {
        const row = fields ? withFieldsOf(storedRow(fields), change) : change;
        rows.push(row);
        if (ids.idOf(sourceId) === undefined)
          ids.add(row, countryIds().get(row.countryCode) ?? '', rows.length);
      }
    }
    ids.assign();
    const outcomes = rows.map((row) => {
      const { sourceId, file = '', line, population = 0 } = row;
      const id = ids.idOf(sourceId) ?? '';
      const fields = live.get(id);
      const countryId = countryIds().get(row.countryCode) ?? '';
      // Whether it is a capital is not stored.
      const wasCapital = fields?.primary === true && Number(fields.population) < primaryMinimumPopulation; // prettier-ignore
      const primary = (row.capital ?? wasCapital) || population >= primaryMinimumPopulation;
      const document = changedDocument(toDocument(row, { id, countryId, primary }), fields);
      return { origin: { file, line, id: sourceId }, document };
    });
    const added = await findLargest(client, base.index, outcomes, live, primaryMinimumPopulation);
    for (const document of added) outcomes.push({ origin: { file: base.index, line: 0, id: document.id }, document }); // prettier-ignore
    const written = new Set(outcomes.map(({ document }) => document.id));
    const updated = [...written].filter((id) => live.has(id)).length;
    return {
      ids: [...new Set([...live.keys(), ...written])],
      live: live.size + added.length,
      outcomes: [...rejects, ...outcomes],
      notes: [
        `${updated + added.length} cities updated, ${written.size - updated - added.length} new, ${counts.deleted} deleted`,
        ...(counts.unknown > 0 ? [`${counts.unknown} cities to delete are not live`] : []),
        ...(counts.small > 0
          ? [`${counts.small} new places have fewer than ${minimumPopulation} inhabitants`]
          : []),
      ],
      beforePromotion: (index) => registry.add(ids.assigned(), index),
    };
  });
}

async function readChanges(
  lines: AsyncIterable<ChangeLine<CityField>>,
  ids: CityIds,
  prefix: string,
): Promise<{ changed: Changed; rejects: Outcome<never>[] }> {
  const changed: Changed = new Map();
  const rejects: Outcome<never>[] = [];
  const regions = once(geonamesRegions);
  // An id of a city, as the API has it, is as good as that of its source.
  const sourceIdOf = (id: string): string =>
    ids.idOf(`${prefix}${id}`) === undefined ? (ids.sourceIdOf(id) ?? `${prefix}${id}`) : `${prefix}${id}`; // prettier-ignore

  /** Returns a city, the source id of one to delete, or why the line cannot be used. */
  function take(change: ChangeLine<CityField>): CityRow | RejectedRow | string {
    const { line, row, table, cells, reason } = change;
    if (reason !== undefined) return { ...change, reason };
    if (table !== undefined) return takeTable(table, { line, row });
    if (cells === undefined) return sourceIdOf(change.id);
    const city = toRow({ line, cells, row }, '');
    return 'reason' in city ? city : { ...city, sourceId: sourceIdOf(city.sourceId) };
  }

  function takeTable(
    table: readonly string[],
    at: { line: number; row: string },
  ): CityRow | RejectedRow | string {
    const id = table[0] ?? '';
    // A file of deletions has id, name and comment.
    if (table.length <= 3 && GEONAMES_ID.test(id)) return id;
    if (table.length !== COLUMN_COUNT)
      return { ...at, id: '', reason: 'the line is neither JSON nor of a daily file of GeoNames' };
    const city = readingOf(table, at, undefined, 0);
    // It is not a populated place any more, or never was.
    if (typeof city === 'string') return id;
    if ('reason' in city) return city;
    const code = `${city.countryCode}.${table[10] ?? ''}`;
    const name = regions().get(code);
    return { ...city, ...regionFields(code, name === undefined ? undefined : { name }, undefined) };
  }

  for await (const change of lines) {
    const { file, line, row } = change;
    const taken = take(change);
    if (typeof taken === 'string') changed.set(taken, undefined);
    else if ('reason' in taken) rejects.push(rejectionOf({ ...taken, file }, file));
    else {
      const reason = faultOf(taken, countryIds().get(taken.countryCode));
      const { sourceId } = taken;
      if (reason !== undefined)
        rejects.push(rejectionOf({ file, line, id: sourceId, reason, row }, file)); // prettier-ignore
      else changed.set(sourceId, { ...withFieldsOf(changed.get(sourceId) ?? {}, taken), file });
    }
  }
  return { changed, rejects };
}
