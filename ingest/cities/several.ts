import { once } from 'es-toolkit/function';
import { together } from '../load/measured.js';
import type { CityReject, CityRow, CitySource } from './row.js';
import { SameCities } from './sameCities.js';

/**
 * Several sources, one after the other. A city that two of them have counts once, with the fields of
 * the later source, or those of the earlier one where it has none. Cities are the same that have one
 * source id; or one of GeoNames and one of another source that `SameCities` finds alike: it keeps
 * the source id of GeoNames, and with it the id of the city.
 */
export function severalCities(sources: readonly CitySource[]): CitySource {
  const [only, another] = sources;
  if (only !== undefined && another === undefined) return only;
  const sameCities = once(() => compare(sources));

  async function* rows(part?: 'identity'): AsyncGenerator<CityRow | CityReject> {
    const same = await sameCities();
    let others = 0;
    for (const [rank, source] of sources.entries()) {
      for await (const row of source.rows(part)) {
        const from = { file: row.file ?? source.file, rank };
        if ('reason' in row || source.geonames === true) {
          yield { ...row, ...from };
          continue;
        }
        const sourceId = same?.sourceIdOf(others) ?? row.sourceId;
        others += 1;
        yield { ...row, ...from, sourceId };
      }
    }
  }

  async function prepare(): Promise<void> {
    for (const source of sources) await source.prepare?.();
  }

  return { ...together(sources), rows, prepare };
}

/** Undefined where there is nothing to compare. */
async function compare(sources: readonly CitySource[]): Promise<SameCities | undefined> {
  const others = sources.filter(({ geonames }) => geonames !== true);
  const ofGeonames = sources.filter(({ geonames }) => geonames === true);
  if (others.length === 0 || ofGeonames.length === 0) return undefined;
  const same = new SameCities();
  for (const source of others) {
    for await (const row of source.rows('identity')) if (!('reason' in row)) same.add(row);
  }
  for (const source of ofGeonames) {
    for await (const row of source.rows('identity')) if (!('reason' in row)) same.compare(row);
  }
  return same;
}
