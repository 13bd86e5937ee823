import type { Client } from '@elastic/elasticsearch';
import { chunk, xor } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import { distanceKm } from '../../core/geo/point.js';
import type { CityDocument } from '../../indices/cities.js';
import { fold } from '../../indices/fold.js';
import { namesBy } from '../../indices/languages.js';
import { type Fields, pagesOf } from '../generations/diff.js';
import { countryCodes, primaryCodes } from '../sources/iso.js';
import type { CityIds } from './ids.js';
import { type CityRow, toDocument } from './row.js';
import { SAME_WITHIN_KM, withFieldsOf } from './several.js';

interface Aggregations {
  countries: { buckets: readonly { key: string }[] };
}

/** Live cities by id. */
export type Stored = Map<string, Fields>;

export const GEONAMES_ID = /^\d+$/;
const SEARCHES_AT_ONCE = 500;
const MAX_NAMESAKES = 20;

const codes = once(() => new Map(countryCodes().map((code) => [code.id, code.alpha2])));

/** Returns a stored city as a row. Whether it is a capital is not stored. */
export function storedRow(fields: Fields): CityRow {
  const textIn = (name: string): string | undefined => fields[name] as string | undefined;
  const listIn = (name: string): string[] => [(fields[name] ?? []) as string | string[]].flat();
  const [longitude, latitude] = fields.location as [number, number];
  const [regionName, timeZone] = [textIn('region_name'), textIn('time_zone')];
  return {
    line: 0,
    sourceId: textIn('source_id') ?? '',
    countryCode: codes().get(textIn('country_id') ?? '') ?? '',
    name: textIn('name') ?? '',
    names: namesBy((language) => textIn(`names.${language}`)),
    aliases: listIn('aliases'),
    regionNames: namesBy((language) => textIn(`region_names.${language}`)),
    regionCodes: listIn('regions'),
    population: fields.population as number,
    latitude,
    longitude,
    ...(regionName != null && { regionName }),
    ...(timeZone != null && { timeZone }),
  };
}

/** Keeps the order of what is stored, so that an unchanged field is equal. */
export function changedDocument(document: CityDocument, before: Fields | undefined): CityDocument {
  const regions = [(before?.regions ?? []) as string | string[]].flat();
  return xor(regions, document.regions).length === 0 ? { ...document, regions } : document;
}

/**
 * Gives new rows of other sources the source id of the live city of GeoNames that they are: the same
 * country and default name, within {@link SAME_WITHIN_KM}.
 */
export async function sameAsLive(
  client: Client,
  index: string,
  changed: Map<string, CityRow | undefined>,
  ids: CityIds,
): Promise<void> {
  const countryIds = new Map([...codes()].map(([id, alpha2]) => [alpha2, id]));
  const added = [...changed.values()].filter(
    (row) => row !== undefined && !GEONAMES_ID.test(row.sourceId) && ids.idOf(row.sourceId) === undefined, // prettier-ignore
  ) as CityRow[];
  for (const rows of chunk(added, SEARCHES_AT_ONCE)) {
    const searches = rows.flatMap(({ countryCode, name }) => [
      { index },
      {
        query: { bool: { filter: [{ term: { country_id: countryIds.get(countryCode) ?? '' } }, { term: { 'folded.default': fold(name) } }] } }, // prettier-ignore
        size: MAX_NAMESAKES,
      },
    ]);
    const { responses } = await client.msearch<CityDocument>({ searches });
    for (const [at, row] of rows.entries()) {
      const answer = responses[at];
      if (answer === undefined || 'error' in answer)
        throw new Error(`The namesakes of ${row.name} cannot be read in ${index}. Try again.`);
      const near = answer.hits.hits.flatMap(({ _source: city }) => {
        if (city === undefined || !GEONAMES_ID.test(city.source_id)) return [];
        const [longitude, latitude] = city.location;
        return [{ sourceId: city.source_id, km: distanceKm(row, { latitude, longitude }) }];
      });
      const [nearest] = near.sort((one, other) => one.km - other.km);
      if (nearest === undefined || nearest.km > SAME_WITHIN_KM) continue;
      const { sourceId } = nearest;
      changed.delete(row.sourceId);
      changed.set(sourceId, withFieldsOf(changed.get(sourceId) ?? {}, { ...row, sourceId }));
    }
  }
}

/**
 * Makes the largest city of every primary country with changes primary, whatever its size.
 * @param changes cities to write, of which some become primary
 * @param before the live cities that change
 * @param minimumPopulation of other primary cities
 * @returns further live cities that become primary
 */
export async function findLargest(
  client: Client,
  index: string,
  changes: readonly { document: CityDocument }[],
  before: Stored,
  minimumPopulation: number,
): Promise<CityDocument[]> {
  const largest = new Map<string, CityDocument | undefined>();
  for (const { country_id: id } of before.values()) largest.set(id as string, undefined);
  for (const { document } of changes) {
    const best = largest.get(document.country_id);
    if (best === undefined || document.population > best.population)
      largest.set(document.country_id, document);
  }
  const others = { must_not: [{ ids: { values: [...before.keys()] } }] };
  const large = { range: { population: { gte: minimumPopulation } } };
  const { aggregations } = await client.search<unknown, Aggregations>({
    index,
    size: 0,
    query: { bool: { ...others, filter: [large] } },
    aggs: { countries: { terms: { field: 'country_id', size: codes().size } } },
  });
  // Their largest city is primary by its size.
  for (const { key } of aggregations?.countries.buckets ?? []) largest.delete(key);
  const added: CityDocument[] = [];
  for (const [countryId, best] of largest) {
    if (!primaryCodes().has(codes().get(countryId) ?? '')) continue;
    const query = { bool: { ...others, filter: [{ term: { country_id: countryId } }] } };
    const sort = [{ population: 'desc' as const }, { id: 'asc' as const }];
    const { hits } = await client.search<CityDocument>({ index, query, sort, size: 1 });
    const rival = hits.hits[0]?._source;
    if (best !== undefined && best.population >= (rival?.population ?? 0)) best.primary = true;
    else if (rival?.primary === false) {
      for await (const page of pagesOf(client, index, true, [rival.id]))
        for (const fields of page.values())
          added.push(toDocument(storedRow(fields), { id: rival.id, countryId, primary: true }));
    }
  }
  return added;
}
