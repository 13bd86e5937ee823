import { setImmediate as nextTurn } from 'node:timers/promises';
import { omit } from 'es-toolkit/object';
import { landsRadiusRadians } from '../../core/geo/hierarchy.js';
import { GROUP_RESOLUTION, landCentre } from '../../core/geo/land.js';
import { type LandCity, type LandGroupDocument, lands } from '../../indices/lands.js';
import { ATLAS_FILE, atlasVersion } from '../borders/atlas.js';
import { packageFile } from '../sources/builtInFile.js';
import { featureFiles } from '../files/features/readFeatures.js';
import type { Outcome } from '../load/outcome.js';
import { builtInBiomes, builtInHeights } from '../rasters/builtIn.js';
import {
  biomesAround,
  type BiomeSource,
  type HeightSource,
  type NamedNumbers,
  type Numbers,
  windowAround,
} from '../rasters/source.js';
import type { Context, Resource, Run } from '../generations/resource.js';
import type { CountrySources } from '../sources/sources.js';
import { ALL_COUNTRIES, countryIdsOf, isAll } from './area.js';
import { Candidates } from './candidates.js';
import { liveCities, readCities } from './cities.js';
import { checkCounts } from './gate.js';
import { type OwnedCell, ownedCells } from './owners.js';
import type { Territory } from './territory.js';
import { ownTerritories, territories } from './world.js';

export interface LandOptions {
  /** ISO 3166-1 alpha-3, in any case; absent: all. */
  countries?: readonly string[];
  /** Absent: those that come with the project. */
  borders?: CountrySources;
  heights?: HeightSource;
  biomes?: BiomeSource;
  /** Where no borders are given; absent: those of all countries. */
  world?: () => Territory[];
}

/** Made without a pause. */
const CELLS_OF_A_TURN = 50;

/**
 * The lands of countries, with the cities that are live now.
 * @throws when no cities are live, or countries do not exist
 */
export async function landResource(
  context: Context,
  {
    countries = [ALL_COUNTRIES],
    borders,
    heights = builtInHeights(),
    biomes = builtInBiomes(),
    world = territories,
  }: LandOptions = {},
): Promise<Resource<LandGroupDocument>> {
  const chosen = countryIdsOf(countries);
  const cities = await liveCities(context);
  const drawn =
    borders === undefined ? [packageFile(ATLAS_FILE)] : await featureFiles(borders.borders);

  async function begin({ client }: Context): Promise<Run<LandGroupDocument>> {
    // The rasters are made ready while Elasticsearch reads.
    const [known, heightsRead, biomesRead, areas] = await Promise.all([
      readCities(client, cities),
      heights.read(),
      biomes.read(),
      borders === undefined ? world() : ownTerritories(borders),
    ]);
    const counts = new Map<string, number>();
    const expected = isAll(countries)
      ? chosen.filter((id) => areas.some((each) => each.id === id))
      : chosen;
    const makings = { cities: known, heights: heightsRead, biomes: biomesRead, counts };
    return {
      outcomes: groups(ownedCells(areas, new Set(chosen)), makings),
      notes: () => [describeCounts(counts)],
      gate: () => Promise.resolve(checkCounts(counts, expected)),
    };
  }

  return {
    definition: lands,
    recipe: {
      cities,
      atlas: atlasVersion(),
      ...(borders && { borders: JSON.stringify([drawn, omit(borders, ['borders', 'names'])]) }),
      countries: chosen.join(' '),
      heights: contentOf(heights),
      biomes: contentOf(biomes),
    },
    sources: () => [{ generation: cities }, ...drawn, ...heights.files, ...biomes.files],
    options: isAll(countries) ? {} : { landCountries: chosen },
    begin,
  };
}

/** Files of two kinds may bear one name. */
function contentOf({ files }: Pick<HeightSource, 'files'>): string {
  return JSON.stringify(files.map(({ name, sha256 }) => [name, sha256]));
}

interface Makings {
  cities: readonly LandCity[];
  heights: Numbers;
  biomes: NamedNumbers;
  /** Of each country, the lands made so far. */
  counts: Map<string, number>;
}

async function* groups(
  cells: Iterable<OwnedCell>,
  { cities, heights, biomes, counts }: Makings,
): AsyncGenerator<Outcome<LandGroupDocument>, void, undefined> {
  const candidates = new Candidates(cities);
  const radiusRadians = landsRadiusRadians(GROUP_RESOLUTION);
  let line = 0;
  for (const { cell, runs } of cells) {
    // What is sent meanwhile must get on.
    if (line % CELLS_OF_A_TURN === 0) await nextTurn();
    const countryIds = [...new Set(runs.flatMap(({ countryId }) => countryId ?? []))];
    for (const { countryId, lands: number } of runs) {
      if (countryId !== undefined) counts.set(countryId, (counts.get(countryId) ?? 0) + number);
    }
    const circle = { centre: landCentre(cell), radiusRadians };
    line += 1;
    yield {
      origin: { file: `H3 cells of ${countryIds.join(', ')}`, line, id: cell },
      document: {
        id: cell,
        country_ids: countryIds,
        owners: runs.flatMap(({ countryId, lands: number }) => [
          countryId === undefined ? -1 : countryIds.indexOf(countryId),
          number,
        ]),
        cities: candidates.of(cell, countryIds),
        heights: await windowAround(heights, circle),
        biomes: await biomesAround(biomes, circle),
      },
    };
  }
}

function describeCounts(counts: ReadonlyMap<string, number>): string {
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  return `${sum} lands of ${counts.size} countries`;
}
