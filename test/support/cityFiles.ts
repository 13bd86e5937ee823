import type { Client } from '@elastic/elasticsearch';
import { groupBy, without } from 'es-toolkit/array';
import { memoize, once } from 'es-toolkit/function';
import { pick } from 'es-toolkit/object';
import { distanceKm, pointOf } from '../../core/geo/point.js';
import type { CityDocument } from '../../indices/cities.js';
import { builtInCities } from '../../ingest/cities/builtIn.js';
import { CityIds } from '../../ingest/cities/ids.js';
import { type CityField, toRow } from '../../ingest/cities/ownFile.js';
import { countryIdOf, faultOf, toDocument } from '../../ingest/cities/row.js';
import { type Check, type Loaded, runChecks } from '../../ingest/generations/checks/check.js';
import { changed } from '../../ingest/generations/checks/changed.js';
import { countries } from '../../ingest/generations/checks/countries.js';
import {
  countryMeasures,
  fieldMeasures,
  type Pair,
} from '../../ingest/generations/checks/fields.js';
import { letters } from '../../ingest/generations/checks/letters.js';
import { outside } from '../../ingest/generations/checks/outside.js';
import { pairs } from '../../ingest/generations/checks/pairs.js';
import { rejects } from '../../ingest/generations/checks/rejects.js';
import { plausibility } from '../../ingest/generations/checks/rows.js';
import { size } from '../../ingest/generations/checks/size.js';
import { Coordinates } from '../../ingest/reference/coordinates.js';
import { primaryIds } from '../../ingest/reference/iso.js';

/** A row of a file of cities. Its cells may hold anything. */
export type CityCells = Readonly<
  Partial<Record<CityField, unknown>> & Partial<Record<`name:${(typeof SHOWN_LANGUAGES)[number]}` | 'region', string | undefined>> & Record<'id' | 'name' | 'country', string> & Record<'latitude' | 'longitude' | 'population', number>
>; // prettier-ignore

const MINIMUM_POPULATION = 100_000;
const SHOWN_LANGUAGES = ['fr', 'de', 'ru', 'ar'] as const;
const CHECKS: readonly Check<Loaded>[] = [rejects, size, countries, changed, pairs, plausibility, outside, letters]; // prettier-ignore
const SOURCES = [{ name: 'own.csv', bytes: 1, sha256: '0'.repeat(64) }];

/** Returns the built-in cities of 100,000 inhabitants and more as rows of an own file. */
export const largeCities = once((): readonly CityCells[] =>
  builtInCities()
    .rows()
    .filter(({ population }) => population >= MINIMUM_POPULATION)
    .map((row) => ({
      ...{ id: row.sourceId, name: row.name, country: row.countryCode, region: row.regionName },
      ...pick(row, ['latitude', 'longitude', 'population', 'capital', 'timeZone']),
      ...Object.fromEntries(SHOWN_LANGUAGES.map((each) => [`name:${each}`, row.names?.[each]])),
    })),
);

/** Rows that a test did not change are read once. */
const readRow = memoize((cells: CityCells) => {
  const row = toRow({ line: 1, cells }, 'own-');
  const reason = 'reason' in row ? row.reason : faultOf(row);
  return 'reason' in row || reason !== undefined ? { reason } : { row };
});
const documents = new WeakMap<CityCells, CityDocument>();

/** Makes a generation of rows as an ingestion does. */
function generationOf(rows: readonly CityCells[], known: CityIds = new CityIds()) {
  const seen = new Set<string>();
  let first: object | undefined;
  const read = rows.flatMap((cells) => {
    const { row, reason } = readRow(cells);
    if (reason !== undefined) first ??= { file: 'own.csv', line: 1, id: '', reason };
    if (row === undefined || seen.has(row.sourceId)) return [];
    seen.add(row.sourceId);
    return [{ cells, row }];
  });
  for (const [at, { row }] of read.entries()) known.add(row, countryIdOf(row) ?? '', at + 1);
  known.assign();
  const primary = known.primary(primaryIds(), MINIMUM_POPULATION);
  const coordinates = new Coordinates();
  const all = read.map(({ cells, row }) => {
    coordinates.add({ ...row, file: 'own.csv' });
    const document = documents.get(cells) ?? toDocument(row, known.idOf(row.sourceId) ?? '', primary.has(row.sourceId)); // prettier-ignore
    documents.set(cells, document);
    return document;
  });
  return { all, coordinates, ids: known, first };
}

const live = once(() => generationOf(largeCities()));

/** Returns the complaints of the checks of cities if a file with these rows follows that of the large cities. */
export async function complaintsOf(rows: readonly CityCells[]): Promise<string[]> {
  const before = live();
  const known = new CityIds();
  for (const [sourceId, id] of before.ids.entries()) known.remember(sourceId, id);
  const { all, coordinates, first } = generationOf(rows, known);
  const checked = {
    ...{ name: 'cities', index: 'next', count: all.length, sources: SOURCES, options: undefined, kept: 0 },
    context: { client: storeOf({ live: before.all, next: all }) },
    live: { index: 'live', count: before.all.length },
    report: { rows: rows.length, indexed: all.length, expected: [], lost: [], first },
    run: { gate: () => Promise.resolve([]), outside: () => coordinates.outside(), doubts: () => coordinates.doubts() },
  }; // prettier-ignore
  return (await runChecks(CHECKS, checked as unknown as Loaded)).complaints;
}

/** Compares documents as a whole, and those of each country. */
export function allMeasures(of: Pick<Loaded, 'name' | 'limits'>, pairs: readonly Pair[]) {
  const countries = groupBy(pairs, ({ before }) => String(before.country_id));
  return [
    ...fieldMeasures(of, pairs),
    ...Object.entries(countries).flatMap(([country, all]) => countryMeasures(of, country, all)),
  ];
}

interface Search {
  index: string;
  size?: number;
  pit?: { id: string };
  search_after?: number[];
  aggs?: object;
  _source?: string[] | false;
  query?: { ids?: { values: string[] }; bool?: { should: { geo_distance: { location: [number, number] } }[] } };
} // prettier-ignore

const hitsOf = memoize<(wanted: string) => WeakMap<CityDocument, object>>(() => new WeakMap());

/** Returns a document as Elasticsearch does: names are stored apart. */
function hitOf(document: CityDocument, wanted: string[] | false = false): object {
  const hits = hitsOf(String(wanted));
  const known = hits.get(document);
  if (known !== undefined) return known;
  const { id: _id, names } = document;
  const fields = Object.entries(names).map(([language, name]) => [`names.${language}`, [name]]);
  const hit = {
    _id,
    ...(wanted && { _source: pick(document, without(wanted, 'names') as (keyof CityDocument)[]) }),
    ...(wanted && wanted.includes('names') && { fields: Object.fromEntries(fields) as object }),
  };
  hits.set(document, hit);
  return hit;
}

/** Answers the requests of the checks of cities as Elasticsearch does. */
function storeOf(indices: Readonly<Record<string, readonly CityDocument[]>>): Client {
  const read = (index: string) => indices[index] ?? [];
  const byId = memoize((index: string) => new Map(read(index).map((each) => [each.id, each])));
  const cellOf = ([x, y]: number[]) => `${Math.floor(Number(x) * 10)} ${Math.floor(Number(y) * 10)}`; // prettier-ignore
  const grid = memoize((index: string) => new Map(Object.entries(groupBy(read(index), ({ location }) => cellOf(location))))); // prettier-ignore
  const chosen = ({ index, size = 10, query }: Search): readonly CityDocument[] => {
    const { ids, bool } = query ?? {};
    if (ids) return ids.values.flatMap((id) => byId(index).get(id) ?? []);
    if (bool === undefined) return read(index).slice(0, size);
    const found = bool.should.flatMap(({ geo_distance: { location } }) => {
      const [x, y] = location;
      const cells = new Set([-0.03, 0, 0.03].flatMap((dx) => [-0.01, 0, 0.01].map((dy) => cellOf([x + dx, y + dy])))); // prettier-ignore
      const near = [...cells].flatMap((cell) => grid(index).get(cell) ?? []);
      return near.filter((each) => Math.abs(each.location[1] - y) < 0.01 && distanceKm(pointOf(each.location), pointOf(location)) < 1); // prettier-ignore
    });
    return [...new Set(found)].slice(0, size);
  };
  const client = {
    openPointInTime: ({ index }: { index: string }) => Promise.resolve({ id: index }),
    closePointInTime: () => Promise.resolve({}),
    search: ({ pit, search_after: [after = -1] = [], aggs, _source, ...of }: Search) => {
      if (aggs) {
        const keys = new Set(read(of.index).map((each) => each.country_id));
        return Promise.resolve({ aggregations: { countries: { buckets: [...keys].map((key) => ({ key })) } } }); // prettier-ignore
      }
      const all = pit ? read(pit.id).slice(after + 1, after + 1 + (of.size ?? 10)) : chosen(of);
      const hits = all.map((each, at) => ({ ...hitOf(each, _source), sort: [after + 1 + at] }));
      return Promise.resolve({ hits: { hits } });
    },
    indices: {
      getAlias: () => Promise.resolve({}),
      getMapping: ({ index }: { index: string }) => {
        const provenance = { sources: SOURCES, options: {}, counts: { rows: 1, indexed: 1, rejected: 0 }, begun: '2026-01-01T00:00:00.000Z', live: '2026-01-01T00:00:00.000Z', version: '1' }; // prettier-ignore
        return Promise.resolve({ [index]: { mappings: { _meta: { provenance } } } });
      },
    },
  };
  return client as unknown as Client;
}
