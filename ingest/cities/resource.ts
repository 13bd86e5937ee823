import { cities, type CityDocument } from '../../indices/cities.js';
import type { Context, Resource, Run } from '../generations/resource.js';
import { extentOf } from '../load/measured.js';
import type { Outcome } from '../load/outcome.js';
import { NullIsland } from '../sources/coordinates.js';
import { countryCodes, primaryCodes } from '../sources/iso.js';
import { faultOf, toDocument } from './document.js';
import type { CityIds } from './ids.js';
import { DEFAULT_PRIMARY_MINIMUM_POPULATION, primaryCities } from './primary.js';
import { readRegistry } from './registry.js';
import type { CitySource } from './row.js';
import { EarlierRows } from './several.js';

export interface CityOptions {
  /** Cities of at least this many inhabitants are primary. */
  primaryMinimumPopulation?: number;
}

/** Shown for a row without a readable id. */
const NO_ID = 'unknown';

/**
 * Returns the cities of a source. The source is read twice: first for what depends on all rows (ids
 * and primacy), then row by row for the documents.
 */
export function cityResource(
  source: CitySource,
  options: CityOptions = {},
): Resource<CityDocument> {
  const minimumPopulation = options.primaryMinimumPopulation ?? DEFAULT_PRIMARY_MINIMUM_POPULATION;
  const codes = countryCodes();
  const countryIds = new Map(codes.map(({ alpha2, id }) => [alpha2, id]));

  async function assignIds(ids: CityIds): Promise<void> {
    let ordinal = 0;
    for await (const row of source.rows('identity')) {
      ordinal += 1;
      if ('reason' in row) continue;
      const countryId = countryIds.get(row.countryCode);
      if (countryId === undefined || faultOf(row, countryId) !== undefined) continue;
      ids.add(row, countryId, ordinal);
    }
    ids.assign();
  }

  async function begin({ client, indexPrefix }: Context): Promise<Run<CityDocument>> {
    const registry = await readRegistry(client, indexPrefix);
    const ids = registry.known;
    await assignIds(ids);
    const primaryAlpha2 = primaryCodes();
    const primaryCountryIds = new Set(
      codes.filter(({ alpha2 }) => primaryAlpha2.has(alpha2)).map(({ id }) => id),
    );
    const primary = primaryCities(ids.sized(), primaryCountryIds, minimumPopulation);
    const nullIsland = new NullIsland();
    const earlier = new EarlierRows();
    let merged = 0;

    async function* outcomes(): AsyncGenerator<Outcome<CityDocument>> {
      let ordinal = 0;
      for await (const row of source.rows()) {
        ordinal += 1;
        const { line, file = source.file, row: text } = row;
        const rejected = (id: string, reason: string): Outcome<CityDocument> => ({
          origin: { file, line, id: id || NO_ID },
          reason,
          ...(text !== undefined && { row: text }),
        });
        if ('reason' in row) {
          yield rejected(row.id, row.reason);
          continue;
        }
        const { sourceId } = row;
        const countryId = countryIds.get(row.countryCode);
        const fault = faultOf(row, countryId);
        if (fault !== undefined || countryId === undefined) {
          yield rejected(sourceId, fault ?? 'no country');
          continue;
        }
        const standing = ids.standingOf(sourceId, ordinal, row.rank);
        if (standing === 'replaced') {
          earlier.add(row);
          merged += 1;
          continue;
        }
        const id = ids.idOf(sourceId);
        if (standing === 'second' || id === undefined) {
          yield rejected(sourceId, id ? 'another row has the same id' : 'no id could be given');
          continue;
        }
        nullIsland.look(row.latitude, row.longitude, file, line);
        const document = toDocument(earlier.complete(row), {
          id,
          countryId,
          primary: primary.has(sourceId),
        });
        yield { origin: { file, line, id: sourceId }, document };
      }
    }

    return {
      ...extentOf(source),
      outcomes: outcomes(),
      notes: () => [
        ...(source.notes?.() ?? []),
        ...(merged > 0 ? [`${merged} rows are merged into rows of later sources`] : []),
        ...nullIsland.warnings(),
      ],
      gate: async (index) => {
        const complaints = (await source.gate?.()) ?? [];
        const { count } = await client.count({ index, query: { term: { primary: true } } });
        if (count === primary.size) return complaints;
        return [...complaints, `${count} cities are primary, ${primary.size} should be`];
      },
      beforePromotion: (index) => registry.add(ids.assigned(), index),
    };
  }

  return {
    definition: cities,
    recipe: { file: source.file, version: source.version ?? '', minimumPopulation },
    sources: () => source.sources?.() ?? [],
    options: { primaryMinimumPopulation: minimumPopulation },
    begin,
  };
}
