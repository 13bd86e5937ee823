import { availableParallelism } from 'node:os';
import { chunk } from 'es-toolkit/array';
import { omit } from 'es-toolkit/object';
import { ancestorOf } from '../../geo/hierarchy.js';
import { lands, type LandDocument } from '../../indices/lands.js';
import type { RememberedOptions } from '../../indices/provenance.js';
import { ATLAS_FILE, atlasVersion } from '../borders/atlas.js';
import { packageFile } from '../builtInFile.js';
import { featureFiles } from '../features/readFeatures.js';
import type { Rows } from '../batches.js';
import type { Outcome } from '../outcome.js';
import { builtInBiomes, builtInHeights } from '../rasters/builtIn.js';
import type { SharedBiomes, SharedHeights } from '../rasters/shared.js';
import type { Biomes, Heights, RasterSource } from '../rasters/source.js';
import type { Context, Resource, Run } from '../resource.js';
import type { CountrySources } from '../sources/sources.js';
import { ALL_COUNTRIES, type Area, countryIdsOf, DEFAULT_AREA, isAll } from './area.js';
import { type City, liveCities, readCities } from './cities.js';
import { sharedCities } from './cityTable.js';
import { ClosestCities } from './facts.js';
import { checkCountries } from './gate.js';
import {
  cellsAround,
  cellsHolding,
  type LandGroup,
  landsAmong,
  landsOfCountries,
} from './groups.js';
import type { LandTask, Makings } from './landMaker.js';
import { LandRows } from './landRows.js';
import { outcomesOf, preparedOutcomesOf } from './outcomes.js';
import { Situations } from './situations.js';
import { Terrain } from './terrain.js';
import type { Territory } from './territory.js';
import { ownTerritories, territories } from './world.js';

/** Lands below such a cell, at most 2,401, are a task of a thread; so many cells are one, too. */
const TASK_RESOLUTION = 4;
const CELLS_OF_A_TASK = 2_401;

export interface LandOptions {
  area?: Area;
  /** `number_of_shards` of the index: 10–50 GB each are well, 100 million lands. */
  shards?: number;
  /** Absent: those that come with the project. */
  borders?: CountrySources;
  heights?: RasterSource<Heights>;
  biomes?: RasterSource<Biomes>;
  /** Threads that make lands; 0: the one that sends them does. */
  workers?: number;
}

/** More than that are kept waiting by whoever sends what they make. */
const MOST_WORKERS = 8;

/** A thread for every processor but the one that sends. */
export function defaultWorkers(): number {
  return Math.min(availableParallelism() - 1, MOST_WORKERS);
}

/**
 * The lands of an area, with the cities that are live now.
 * @throws when no cities are live, or countries of the area do not exist
 */
export async function landResource(
  context: Context,
  {
    area = DEFAULT_AREA,
    shards = 1,
    borders,
    heights = builtInHeights(),
    biomes = builtInBiomes(),
    workers = defaultWorkers(),
  }: LandOptions = {},
): Promise<Resource<LandDocument>> {
  const chosen = 'countries' in area ? countryIdsOf(area.countries) : [];
  const cities = await liveCities(context);
  const drawn =
    borders === undefined ? [packageFile(ATLAS_FILE)] : await featureFiles(borders.borders);

  const definition = { ...lands, settings: { ...lands.settings, number_of_shards: shards } };

  async function begin({ client }: Context): Promise<Run<LandDocument>> {
    // The rasters are made ready while Elasticsearch reads.
    const [known, terrain, world] = await Promise.all([
      readCities(client, cities),
      readTerrain({ heights, biomes, workers }),
      borders === undefined ? territories() : ownTerritories(borders),
    ]);
    const expected = expectedCountries(area, chosen, world);
    const gate = (index: string): Promise<string[]> => checkCountries(client, index, expected);
    const sources = { cities: known, terrain, world };
    const made =
      'countries' in area
        ? ofCountries(chosen, sources)
        : ofDisks(area.stepsAroundPrimaryCities, sources);
    return { ...made, gate };
  }

  return {
    definition,
    recipe: {
      cities,
      atlas: atlasVersion(),
      ...(borders && { borders: JSON.stringify([drawn, omit(borders, ['borders', 'names'])]) }),
      area: describe(area, chosen),
      shards,
      heights: contentOf(heights),
      biomes: contentOf(biomes),
    },
    sources: () => [{ generation: cities }, ...drawn, ...heights.files, ...biomes.files],
    options: { ...remembered(area, chosen), landShards: shards },
    begin,
  };
}

/** Files of two kinds may bear one name. */
function contentOf({ files }: Pick<RasterSource<Heights | Biomes>, 'files'>): string {
  return JSON.stringify(files.map(({ name, sha256 }) => [name, sha256]));
}

/** Of all countries those that there are: a file of borders may leave some out. */
function expectedCountries(
  area: Area,
  chosen: readonly string[],
  world: readonly Territory[],
): readonly string[] {
  if (!('countries' in area) || !isAll(area.countries)) return chosen;
  const drawn = new Set(world.map(({ id }) => id));
  return chosen.filter((id) => drawn.has(id));
}

/** The makings of documents, read and ready. */
interface Sources {
  cities: readonly City[];
  terrain: ReadTerrain;
  world: Territory[];
}

/** For this thread alone, or for others. */
type ReadTerrain = Terrain | { heights: SharedHeights; biomes: SharedBiomes; workers: number };

async function readTerrain({
  heights,
  biomes,
  workers,
}: Required<Pick<LandOptions, 'heights' | 'biomes' | 'workers'>>): Promise<ReadTerrain> {
  if (workers === 0 || heights.share === undefined || biomes.share === undefined) {
    return new Terrain(...(await Promise.all([heights.read(), biomes.read()])));
  }
  const [sharedHeights, sharedBiomes] = await Promise.all([heights.share(), biomes.share()]);
  return { heights: sharedHeights, biomes: sharedBiomes, workers };
}

type Made = Pick<Run<LandDocument>, 'expectedRows' | 'outcomes'>;

function ofCountries(chosen: readonly string[], { cities, terrain, world }: Sources): Made {
  const ids = new Set(chosen);
  const situations = new Situations(world);
  if (terrain instanceof Terrain) {
    const groups = landsOfCountries(situations, ids);
    return { outcomes: inThisThread(groups, cities, terrain) };
  }
  // Going down to them makes all borders ready that matter below them.
  const tasks = [...cellsHolding(TASK_RESOLUTION, situations, ids)].map((below) => ({ below }));
  return { outcomes: inOthers(tasks, chosen, { cities, terrain, world }) };
}

function ofDisks(steps: number, { cities, terrain, world }: Sources): Made {
  const cells = cellsAround(
    cities.filter((city) => city.primary),
    steps,
  );
  // Some of them are sea.
  const expectedRows = cells.length;
  const situations = new Situations(world);
  if (terrain instanceof Terrain) {
    const groups = landsAmong(situations, cells);
    return { expectedRows, outcomes: inThisThread(groups, cities, terrain) };
  }
  for (const cell of new Set(cells.map((each) => ancestorOf(each, TASK_RESOLUTION)))) {
    situations.of(cell);
  }
  const tasks = chunk(cells, CELLS_OF_A_TASK).map((some) => ({ cells: some }));
  return { expectedRows, outcomes: inOthers(tasks, [], { cities, terrain, world }) };
}

function inThisThread(
  groups: Iterable<LandGroup>,
  cities: readonly City[],
  terrain: Terrain,
): Rows<LandDocument> {
  const facts = new ClosestCities(cities);
  // To await each of what is there already would cost as much as to make it.
  return terrain.isReady
    ? outcomesOf(groups, facts, terrain)
    : preparedOneByOne(groups, facts, terrain);
}

async function* preparedOneByOne(
  ...makings: Parameters<typeof preparedOutcomesOf>
): AsyncGenerator<Outcome<LandDocument>, void, undefined> {
  for await (const outcomes of preparedOutcomesOf(...makings)) yield* outcomes;
}

function inOthers(
  tasks: Iterable<LandTask>,
  countries: readonly string[],
  { cities, terrain, world }: Sources & { terrain: Exclude<ReadTerrain, Terrain> },
): LandRows {
  const { heights, biomes, workers } = terrain;
  const makings: Makings = {
    cities: sharedCities(cities),
    territories: world.flatMap(({ shared }) => shared ?? []),
    heights,
    biomes,
    countries,
  };
  return new LandRows(tasks, makings, workers);
}

function describe(area: Area, chosen: readonly string[]): string {
  return 'countries' in area
    ? chosen.join(' ')
    : `${area.stepsAroundPrimaryCities} steps around primary cities`;
}

function remembered(area: Area, chosen: readonly string[]): RememberedOptions {
  return 'countries' in area
    ? { landCountries: isAll(area.countries) ? [ALL_COUNTRIES] : chosen }
    : { landStepsAroundPrimaryCities: area.stepsAroundPrimaryCities };
}
