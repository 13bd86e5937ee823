import { omit } from 'es-toolkit/object';
import { lands, type LandDocument } from '../../indices/lands.js';
import { ATLAS_FILE, atlasVersion } from '../borders/atlas.js';
import { packageFile } from '../builtInFile.js';
import { featureFiles } from '../features/readFeatures.js';
import type { RememberedOptions } from '../../indices/provenance.js';
import { builtInBiomes, builtInHeights } from '../rasters/builtIn.js';
import type { Biomes, Heights, RasterSource } from '../rasters/source.js';
import type { Context, Resource, Run } from '../resource.js';
import type { CountrySources } from '../sources/sources.js';
import { type Area, countryIdsOf, DEFAULT_AREA } from './area.js';
import { type City, liveCities, readCities } from './cities.js';
import { ClosestCities } from './facts.js';
import { checkCountries } from './gate.js';
import { cellsAround, landsAmong, landsOfCountries } from './groups.js';
import { preparedOutcomesOf } from './outcomes.js';
import { Situations } from './situations.js';
import { Terrain } from './terrain.js';
import { ownTerritories, territories } from './world.js';

export interface LandOptions {
  area?: Area;
  /** `number_of_shards` of the index: 10–50 GB each are well, 100 million lands. */
  shards?: number;
  /** Absent: those that come with the project. */
  borders?: CountrySources;
  heights?: RasterSource<Heights>;
  biomes?: RasterSource<Biomes>;
}

/** The makings of documents, read and ready. */
interface Sources {
  cities: readonly City[];
  situations: Situations;
  terrain: Terrain;
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
  }: LandOptions = {},
): Promise<Resource<LandDocument>> {
  const chosen = 'countries' in area ? countryIdsOf(area.countries) : [];
  const cities = await liveCities(context);
  const drawn =
    borders === undefined ? [packageFile(ATLAS_FILE)] : await featureFiles(borders.borders);
  const files = [...heights.files, ...biomes.files];

  async function begin({ client }: Context): Promise<Run<LandDocument>> {
    const reading = readCities(client, cities);
    // The borders and rasters are made ready while Elasticsearch reads.
    const preparing = [prepareSituations(borders), prepareTerrain(heights, biomes)] as const;
    const [known, situations, terrain] = await Promise.all([reading, ...preparing]);
    return {
      ...planOf(area, chosen, { cities: known, situations, terrain }),
      gate: (index) => checkCountries(client, index, chosen),
    };
  }

  return {
    definition: { ...lands, settings: { ...lands.settings, number_of_shards: shards } },
    recipe: {
      cities,
      atlas: atlasVersion(),
      ...(borders && { borders: JSON.stringify([drawn, omit(borders, ['borders', 'names'])]) }),
      area: describe(area, chosen),
      shards,
      ...Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256])),
    },
    sources: () => [{ generation: cities }, ...drawn, ...files],
    options: { ...remembered(area, chosen), landShards: shards },
    begin,
  };
}

// Also what it throws is a rejection, so that nothing is left running unheard.
async function prepareSituations(borders: CountrySources | undefined): Promise<Situations> {
  await Promise.resolve();
  return new Situations(borders === undefined ? territories() : await ownTerritories(borders));
}

async function prepareTerrain(
  heights: RasterSource<Heights>,
  biomes: RasterSource<Biomes>,
): Promise<Terrain> {
  return new Terrain(...(await Promise.all([heights.read(), biomes.read()])));
}

function describe(area: Area, chosen: readonly string[]): string {
  return 'countries' in area
    ? chosen.join(' ')
    : `${area.stepsAroundPrimaryCities} steps around primary cities`;
}

function remembered(area: Area, chosen: readonly string[]): RememberedOptions {
  return 'countries' in area
    ? { landCountries: chosen }
    : { landStepsAroundPrimaryCities: area.stepsAroundPrimaryCities };
}

function planOf(
  area: Area,
  chosen: readonly string[],
  { cities, situations, terrain }: Sources,
): Pick<Run<LandDocument>, 'expectedRows' | 'outcomes'> {
  const facts = new ClosestCities(cities);
  if ('countries' in area) {
    const groups = landsOfCountries(situations, new Set(chosen));
    return { outcomes: preparedOutcomesOf(groups, facts, terrain) };
  }
  const primary = cities.filter((city) => city.primary);
  const cells = cellsAround(primary, area.stepsAroundPrimaryCities);
  return {
    // Some of them are sea.
    expectedRows: cells.length,
    outcomes: preparedOutcomesOf(landsAmong(situations, cells), facts, terrain),
  };
}
