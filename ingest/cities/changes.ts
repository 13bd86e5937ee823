import type { Client } from '@elastic/elasticsearch';
import { chunk, xor } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import { counted } from '../../core/cli/counted.js';
import { cities, type CityDocument } from '../../indices/cities.js';
import { fold } from '../../indices/fold.js';
import { namesBy } from '../../indices/languages.js';
import { changesIn, type ChangeLine } from '../files/changes.js';
import type { DataFile } from '../files/dataFile.js';
import { readMapping } from '../files/mapping.js';
import { shown } from '../files/shown.js';
import { type Base, changedResource } from '../generations/changes.js';
import { type Fields, pagesOf } from '../generations/diff.js';
import type { Resource } from '../generations/resource.js';
import { type Outcome, rejectionOf } from '../load/outcome.js';
import type { RejectedRow } from '../files/cells.js';
import { geonamesRegions } from '../reference/geonames.js';
import { countriesBy } from '../reference/iso.js';
import { changeOfGeonames } from './geonamesFiles.js';
import { type CityIds, DEFAULT_PRIMARY_MINIMUM_POPULATION } from './ids.js';
import { findLargest } from './largest.js';
import { CITY_MAPPING, type CityField, idPrefixOf, toRow } from './ownFile.js';
import { readRegistry } from './registry.js';
import { type CityRow, countryIdOf, faultOf, toDocument } from './row.js';
import { SameCities, withFieldsOf } from './several.js';

const GEONAMES_ID = /^\d+$/;
const NAMES_AT_ONCE = 500;
/** More than there are cities with {@link NAMES_AT_ONCE} names. */
const MAX_NAMESAKES = 100_000;

export interface CityChangeOptions {
  mapping?: string | undefined;
  /** New places of GeoNames with fewer inhabitants are left out. */
  minimumPopulation?: number | undefined;
}

/** Cities to write, or undefined to delete them, by source id. */
type Changed = Map<string, CityRow | undefined>;

/**
 * Returns the live cities after some changes. A changed city keeps its id, and the fields that its row
 * lacks, as if the row stood in a later source.
 */
export async function changedCities(
  base: Base,
  files: readonly DataFile[],
  { mapping: mappingFile, minimumPopulation = 0 }: CityChangeOptions = {},
): Promise<Resource<CityDocument>> {
  const mapping = mappingFile === undefined ? undefined : await readMapping(mappingFile, CITY_MAPPING); // prettier-ignore
  const { primaryMinimumPopulation: primaryFrom = DEFAULT_PRIMARY_MINIMUM_POPULATION } = base.provenance.options; // prettier-ignore

  return changedResource(cities, base, files, async ({ client, indexPrefix }, coordinates) => {
    const registry = await readRegistry(client, indexPrefix);
    const ids = registry.known;
    const lines = changesIn(files, CITY_MAPPING, mapping);
    const { changed, rejects } = await readChanges(lines, ids, idPrefixOf(mapping));
    await mergeNamesakes(client, base.index, changed, ids);
    const known = [...changed.keys()].flatMap((sourceId) => ids.idOf(sourceId) ?? []);
    const live = new Map<string, Fields>();
    for await (const page of pagesOf(client, base.index, true, known))
      for (const [id, fields] of page) live.set(id, fields);

    const rows: CityRow[] = [];
    let leftOut = 0;
    for (const [sourceId, change] of changed) {
      const before = live.get(ids.idOf(sourceId) ?? '');
      const isSmall = GEONAMES_ID.test(sourceId) && (change?.population ?? 0) < minimumPopulation;
      if (!before && (change === undefined || isSmall)) leftOut += 1;
      else if (change !== undefined) {
        const row = before ? withFieldsOf(rowOf(before), change) : change;
        rows.push(row);
        if (ids.idOf(sourceId) === undefined) ids.add(row, countryIdOf(row) ?? '', rows.length);
      }
    }
    ids.assign();
    const places = rows.map((row) => ({ ...row, countryId: countryIdOf(row) ?? '' }));
    const reading = { client, index: base.index, live, primaryFrom };
    const { largest, others } = await findLargest(reading, places);
    for (const [id, fields] of others) {
      live.set(id, fields);
      rows.push(rowOf(fields));
    }
    const outcomes = rows.map((row) => {
      const { sourceId, file = '', line, latitude, longitude, countryCode } = row;
      coordinates.add({ latitude, longitude, file, line, countryCode });
      const id = ids.idOf(sourceId) ?? '';
      const isLarge = (row.population ?? 0) >= primaryFrom;
      const primary = row.capital === true || isLarge || largest.has(sourceId);
      const document = documentOf(row, id, live.get(id), primary);
      return { origin: { file, line, id: sourceId }, document };
    });
    const added = outcomes.filter(({ document }) => !live.has(document.id)).length;
    const updated = rows.length - added;
    return {
      ids: [...new Set([...live.keys(), ...outcomes.map(({ document }) => document.id)])],
      live: live.size,
      outcomes: [...rejects, ...outcomes],
      shares: mapping?.expected,
      notes: [
        `${counted(updated, 'city')} updated, ${added} new, ${live.size - updated} deleted`,
        ...(leftOut > 0
          ? [`${counted(leftOut, 'city')} left out: not there to be deleted, or too small`]
          : []),
      ],
      afterPromotion: (index) => registry.add(ids.assigned(), index),
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
  // The id that the API shows is accepted, too.
  const sourceIdOf = (id: string): string => {
    const own = `${prefix}${id}`;
    return ids.idOf(own) === undefined ? (ids.sourceIdOf(id) ?? own) : own;
  };
  /** Returns a city, the source id of one to delete, or a reject. */
  const read = (change: ChangeLine<CityField>): CityRow | RejectedRow | string => {
    const { line, row, table, cells, reason, isLeftOut } = change;
    if (reason !== undefined) return { ...change, reason };
    if (table !== undefined) return changeOfGeonames(table, { line, row }, regions());
    if (cells === undefined) {
      const id = sourceIdOf(change.id);
      if (isLeftOut || changed.has(id) || ids.idOf(id) !== undefined) return id;
      // A row that was merged into a city of GeoNames, too.
      return { ...change, reason: `no city has the id ${shown(change.id)}: use the id of the API` };
    }
    const city = toRow({ line, cells, row }, '');
    return 'reason' in city ? city : { ...city, sourceId: sourceIdOf(city.sourceId) };
  };
  for await (const change of lines) {
    const { file } = change;
    const city = read(change);
    if (typeof city === 'string') changed.set(city, undefined);
    else {
      const reason = 'reason' in city ? city.reason : faultOf(city);
      const id = 'reason' in city ? city.id : city.sourceId;
      if (reason !== undefined) rejects.push(rejectionOf({ ...change, id, reason }, file));
      else if (!('reason' in city))
        changed.set(id, { ...withFieldsOf(changed.get(id) ?? {}, city), file });
    }
  }
  return { changed, rejects };
}

/** Gives new rows of other sources the source id of the live city of GeoNames that {@link SameCities} finds. */
async function mergeNamesakes(
  client: Client,
  index: string,
  changed: Changed,
  ids: CityIds,
): Promise<void> {
  const added = [...changed.values()].filter(
    (row) => row !== undefined && !GEONAMES_ID.test(row.sourceId) && ids.idOf(row.sourceId) === undefined, // prettier-ignore
  ) as CityRow[];
  const same = new SameCities();
  for (const row of added) same.add(row);
  for (const rows of chunk(added, NAMES_AT_ONCE)) {
    const query = { terms: { 'folded.default': rows.map(({ name }) => fold(name)) } };
    const { hits } = await client.search<Fields>({ index, query, size: MAX_NAMESAKES });
    for (const { _source: fields = {} } of hits.hits) {
      const city = rowOf(fields);
      if (GEONAMES_ID.test(city.sourceId)) same.compare(city);
    }
  }
  for (const [at, row] of added.entries()) {
    const sourceId = same.sourceIdOf(at);
    if (sourceId === undefined) continue;
    changed.delete(row.sourceId);
    changed.set(sourceId, withFieldsOf(changed.get(sourceId) ?? {}, { ...row, sourceId }));
  }
}

/** Returns a stored city as a row. */
function rowOf(fields: Fields): CityRow {
  const textIn = (name: string): string => (fields[name] ?? '') as string;
  const [longitude, latitude] = fields.location as [number, number];
  const [regionName, timeZone] = [textIn('region_name'), textIn('time_zone')];
  return {
    line: 0,
    sourceId: textIn('source_id'),
    countryCode: countriesBy('id').get(textIn('country_id'))?.alpha2 ?? '',
    name: textIn('name'),
    names: namesBy((language) => textIn(`names.${language}`)),
    aliases: listIn(fields, 'aliases'),
    regionNames: namesBy((language) => textIn(`region_names.${language}`)),
    regionCodes: listIn(fields, 'regions'),
    population: fields.population as number,
    latitude,
    longitude,
    ...(fields.capital === true && { capital: true }),
    ...(regionName !== '' && { regionName }),
    ...(timeZone !== '' && { timeZone }),
  };
}

function listIn(fields: Fields, name: string): string[] {
  return [(fields[name] ?? []) as string | string[]].flat();
}

function documentOf(row: CityRow, id: string, before: Fields = {}, primary: boolean): CityDocument {
  const document = toDocument(row, id, primary);
  const regions = listIn(before, 'regions');
  // In the stored order, so that equal ones show no change.
  return xor(regions, document.regions).length === 0 ? { ...document, regions } : document;
}
