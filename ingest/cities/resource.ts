import { counted } from '../../core/cli/counted.js';
import { cities, type CityDocument } from '../../indices/cities.js';
import { sourcesOf } from '../files/dataFile.js';
import type { Context, Resource, Run } from '../generations/resource.js';
import { type Outcome, rejectionOf } from '../load/outcome.js';
import type { RejectedRow } from '../files/cells.js';
import { Coordinates } from '../reference/coordinates.js';
import { primaryIds } from '../reference/iso.js';
import { runOfRows } from '../load/source.js';
import { type CityIds, DEFAULT_PRIMARY_MINIMUM_POPULATION } from './ids.js';
import { readRegistry } from './registry.js';
import { type CityRow, type CitySource, countryIdOf, faultOf, toDocument } from './row.js';
import { EarlierRows } from './several.js';

export interface CityOptions {
  /** Cities of at least this many inhabitants are primary. */
  primaryMinimumPopulation?: number;
}

/**
 * Returns the cities of a source. The source is read twice: first for what depends on all rows (ids
 * and primacy), then row by row for the documents.
 */
export function cityResource(
  source: CitySource,
  options: CityOptions = {},
): Resource<CityDocument> {
  const minimumPopulation = options.primaryMinimumPopulation ?? DEFAULT_PRIMARY_MINIMUM_POPULATION;

  async function assignIds(ids: CityIds): Promise<void> {
    let ordinal = 0;
    for await (const row of source.rows('identity')) {
      ordinal += 1;
      if ('reason' in row || faultOf(row) !== undefined) continue;
      ids.add(row, countryIdOf(row) ?? '', ordinal);
    }
    ids.assign();
  }

  async function begin({ client, indexPrefix }: Context): Promise<Run<CityDocument>> {
    const registry = await readRegistry(client, indexPrefix);
    const ids = registry.known;
    await assignIds(ids);
    const primary = ids.primary(primaryIds(), minimumPopulation);
    const coordinates = new Coordinates();
    const earlier = new EarlierRows();
    let merged = 0;

    /** Returns undefined for a row that a row of a later source replaces. */
    function outcomeOf(
      row: CityRow | RejectedRow,
      ordinal: number,
    ): Outcome<CityDocument> | undefined {
      if ('reason' in row) return rejectionOf(row, source.file);
      const { sourceId, latitude, longitude, line, file = source.file } = row;
      const rejected = (reason: string) =>
        rejectionOf({ line, file, id: sourceId, reason, row: row.row }, file);
      const fault = faultOf(row);
      if (fault !== undefined) return rejected(fault);
      const standing = ids.standingOf(sourceId, ordinal, row.rank);
      if (standing === 'replaced') {
        earlier.add(row);
        merged += 1;
        return undefined;
      }
      if (standing === 'second') return rejected('another row has the same id');
      const id = ids.idOf(sourceId);
      if (id === undefined) return rejected('no id could be given');
      coordinates.add({ latitude, longitude, file, line, countryCode: row.countryCode, name: row.name }); // prettier-ignore
      const document = toDocument(earlier.complete(row), id, primary.has(sourceId));
      return { origin: { file, line, id: sourceId, row: row.row }, document };
    }

    async function* outcomes(): AsyncGenerator<Outcome<CityDocument>> {
      let ordinal = 0;
      for await (const row of source.rows()) {
        ordinal += 1;
        const outcome = outcomeOf(row, ordinal);
        if (outcome !== undefined) yield outcome;
      }
    }

    const run = runOfRows(source, coordinates);
    return {
      ...run,
      outcomes: outcomes(),
      notes: () => [
        ...run.notes(),
        ...(merged > 0 ? [`merged into rows of later sources: ${counted(merged, 'row')}`] : []),
      ],
      gate: async (index) => {
        const complaints = await run.gate();
        const { count } = await client.count({ index, query: { term: { primary: true } } });
        if (count === primary.size) return complaints;
        return [
          ...complaints,
          `it has ${counted(count, 'primary city')}, ${primary.size} should be`,
        ];
      },
      afterPromotion: (index) => registry.add(ids.assigned(), index),
    };
  }

  return {
    definition: cities,
    recipe: { minimumPopulation, parts: String(source.parts) },
    sources: () => sourcesOf(source),
    options: { primaryMinimumPopulation: minimumPopulation },
    begin,
  };
}
