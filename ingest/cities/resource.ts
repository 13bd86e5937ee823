import { cities, type CityDocument } from '../../indices/cities.js';
import { countryCodes } from '../iso/codes.js';
import { primaryCodes } from '../iso/primary.js';
import type { Outcome } from '../outcome.js';
import type { Context, Resource, Run } from '../resource.js';
import { faultOf, toDocument } from './document.js';
import { assignCityIds, type Identified, onePerSourceId } from './ids.js';
import { DEFAULT_PRIMARY_MINIMUM_POPULATION, primaryCities, type Sized } from './primary.js';
import { readRegistry } from './registry.js';
import type { CityRow, CitySource } from './row.js';

export interface CityOptions {
  /** Inhabitants from which on a city is primary. */
  primaryMinimumPopulation?: number;
}

/** A row's facts that ids and primacy depend on. */
type Summary = Identified & Sized & Pick<CityRow, 'line'>;

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
  function summarize(): Summary[] {
    const summaries: Summary[] = [];
    for (const row of source.rows()) {
      const countryId = countryIds.get(row.countryCode);
      if (countryId === undefined || faultOf(row, countryId) !== undefined) continue;
      const { line, sourceId, name, regionName, population, capital } = row;
      const summary: Summary = { line, sourceId, countryId, name, population, capital };
      if (regionName !== undefined) summary.regionName = regionName;
      summaries.push(summary);
    }
    return summaries;
  }

  // Also what it throws is a rejection, so that nothing is left running unheard.
  async function prepareSummaries(): Promise<Map<string, Summary>> {
    await Promise.resolve();
    return onePerSourceId(summarize());
  }

  async function begin({ client, indexPrefix }: Context): Promise<Run<CityDocument>> {
    // The source is read while Elasticsearch reads.
    const [registry, summaries] = await Promise.all([
      readRegistry(client, indexPrefix),
      prepareSummaries(),
    ]);
    const { known } = registry;
    const assigned = assignCityIds(summaries.values(), known);
    const primaryAlpha2 = primaryCodes();
    const primaryCountryIds = new Set(
      codes.filter(({ alpha2 }) => primaryAlpha2.has(alpha2)).map(({ id }) => id),
    );
    const primary = primaryCities(summaries.values(), primaryCountryIds, minimumPopulation);
    const idOf = (row: CityRow): string | undefined =>
      known.get(row.sourceId) ?? assigned.get(row.sourceId);

    function* outcomes(): Generator<Outcome<CityDocument>> {
      for (const row of source.rows()) {
        const outcome = outcomeOf(
          row,
          countryIds.get(row.countryCode),
          idOf(row),
          primary,
          source.file,
        );
        const isSecond = 'document' in outcome && summaries.get(row.sourceId)?.line !== row.line;
        yield isSecond
          ? { origin: outcome.origin, reason: 'another row has the same id' }
          : outcome;
      }
    }

    return {
      ...(source.expectedRows === undefined ? {} : { expectedRows: source.expectedRows }),
      outcomes: outcomes(),
      gate: (index) => checkPrimary({ client, indexPrefix }, index, primary.size),
      beforePromotion: (index) => registry.add(assigned, index),
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

function outcomeOf(
  row: CityRow,
  countryId: string | undefined,
  id: string | undefined,
  primary: ReadonlySet<string>,
  file: string,
): Outcome<CityDocument> {
  const origin = { file, line: row.line, id: row.sourceId };
  const fault = faultOf(row, countryId);
  if (fault !== undefined || countryId === undefined)
    return { origin, reason: fault ?? 'no country' };
  if (id === undefined) return { origin, reason: 'no id could be given' };
  return {
    origin,
    document: toDocument(row, { id, countryId, primary: primary.has(row.sourceId) }),
  };
}

async function checkPrimary(
  { client }: Context,
  index: string,
  expected: number,
): Promise<string[]> {
  const { count } = await client.count({ index, query: { term: { primary: true } } });
  return count === expected ? [] : [`${count} cities are primary, ${expected} should be`];
}
