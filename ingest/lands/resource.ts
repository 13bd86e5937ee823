import { setImmediate as nextTurn } from 'node:timers/promises';
import { UsageError } from '../../core/cli/failure.js';
import { GROUP_RESOLUTION, landCentre, landsRadiusRadians } from '../../core/geo/land.js';
import { type LandCity, type LandGroupDocument, lands } from '../../indices/lands.js';
import { BORDERS_FILE } from '../borders/builtIn.js';
import { identityOfBorders, type OwnBorders, ownShapes } from '../borders/ownShapes.js';
import { complaintsOf, joined, sourcesOf } from '../files/dataFile.js';
import { featureFiles } from '../files/readFeatures.js';
import type { Context, Resource, Run } from '../generations/resource.js';
import type { Outcome } from '../load/outcome.js';
import { builtInBiomes, builtInHeights, type Terrain } from '../rasters/terrain.js';
import { biomesAround, type NamedNumbers, type Numbers, windowAround } from '../rasters/source.js';
import { builtInSources } from '../reference/builtInFile.js';
import { countriesBy, countryCodes } from '../reference/iso.js';
import { Candidates, liveCities, readCities } from './candidates.js';
import { LandCounts } from './counts.js';
import { type OwnedCell, ownedCells } from './owners.js';
import { builtInOwners, type StoredOwners } from './ownersFile.js';
import { territories, type Territory, territoryOf } from './territories.js';

export interface LandOptions extends Terrain {
  /** ISO 3166-1 alpha-3 codes in any case, or `ALL` alone. Default: all countries. */
  countries?: readonly string[];
  /** Default: the borders that come with the project. */
  borders?: OwnBorders;
  /** Used without `borders`. Default: the territories of all countries, whose lands are built in. */
  world?: () => Territory[];
  /** Used without `borders` and `world`. Default: the built-in ones, if all countries are chosen. */
  owners?: () => StoredOwners | undefined;
}

const ALL_COUNTRIES = 'ALL';

/** Cells computed before other work gets its turn. */
const CELLS_PER_TURN = 50;

/**
 * Returns the lands of countries, with the cities that are live now.
 * @throws if no cities are live, or countries do not exist
 */
export async function landResource(
  context: Context,
  {
    countries = [ALL_COUNTRIES],
    borders,
    heights = builtInHeights(),
    biomes = builtInBiomes(),
    world,
    owners = isAll(countries) ? builtInOwners : undefined,
  }: LandOptions = {},
): Promise<Resource<LandGroupDocument>> {
  const chosen = countryIdsOf(countries);
  const cities = await liveCities(context);
  const drawn = borders === undefined ? [] : await featureFiles(borders.borders);
  const identity = identityOfBorders(borders, await sourcesOf({ files: drawn }));
  const others = borders === undefined ? builtInSources(BORDERS_FILE) : [];
  const inputs = joined([{ files: drawn, others }, heights, biomes]);

  async function begin({ client }: Context): Promise<Run<LandGroupDocument>> {
    // The rasters are opened while Elasticsearch reads.
    const [landCities, openedHeights, openedBiomes, own] = await Promise.all([
      readCities(client, cities),
      heights.read(),
      biomes.read(),
      borders && ownShapes(borders),
    ]);
    const areas = own?.countries.map((each) => territoryOf(each.code.id, each)) ?? world?.();
    const stored = areas === undefined ? owners?.() : undefined;
    const owned = stored ?? ownedCells(areas ?? territories(), new Set(chosen));
    const counts = new LandCounts();
    const terrain = { heights: openedHeights, biomes: openedBiomes };
    const expected =
      areas !== undefined && isAll(countries)
        ? chosen.filter((id) => areas.some((each) => each.id === id))
        : chosen;
    return {
      outcomes: groups(owned, landCities, terrain, counts),
      notes: () => counts.notes(),
      doubts: () => [...(own?.doubts ?? []), ...(openedHeights.doubts?.() ?? [])],
      gate: async () => {
        if (counts.lands.size === 0) return ['there are no lands'];
        const missing = expected.filter((id) => !counts.lands.has(id));
        const lacking = missing.length > 0 ? [`there are no lands of ${missing.join(', ')}`] : [];
        return [...lacking, ...(await complaintsOf(inputs))];
      },
      ...(stored && { expectedRows: stored.count }),
    };
  }

  return {
    definition: lands,
    borders: identity,
    recipe: { borders: identity, countries: chosen.join(' ') },
    sources: async () => [{ generation: cities }, ...(await sourcesOf(inputs))],
    options: isAll(countries) ? {} : { landCountries: chosen },
    begin,
  };
}

function isAll([only, another]: readonly string[]): boolean {
  return only?.toUpperCase() === ALL_COUNTRIES && another === undefined;
}

/** @throws if there is no country of some of the codes, or no code at all */
function countryIdsOf(codes: readonly string[]): string[] {
  if (isAll(codes)) return countryCodes().map(({ id }) => id);
  const ids = [...new Set(codes.map((code) => code.toUpperCase()))].sort();
  if (ids.length === 0)
    throw new UsageError('The list of countries for lands is empty. Name a country, or ALL.');
  const unknown = ids.filter((id) => !countriesBy('id').has(id));
  if (unknown.length === 0) return ids;
  throw new UsageError(
    `There is no country ${unknown.join(', ')}. Give ISO 3166-1 alpha-3 codes, such as FRA, or ALL alone.`,
  );
}

async function* groups(
  cells: Iterable<OwnedCell>,
  cities: readonly LandCity[],
  { heights, biomes }: { heights: Numbers; biomes: NamedNumbers },
  counts: LandCounts,
): AsyncGenerator<Outcome<LandGroupDocument>, void, undefined> {
  const candidates = new Candidates(cities);
  const radiusRadians = landsRadiusRadians(GROUP_RESOLUTION);
  let line = 0;
  for (const owned of cells) {
    // Bulk requests that are under way must proceed.
    if (line % CELLS_PER_TURN === 0) await nextTurn();
    line += 1;
    const { id, country_ids: countryIds } = owned;
    const circle = { centre: landCentre(id), radiusRadians };
    const ownHeights = await windowAround(heights, circle);
    counts.add(owned, ownHeights);
    yield {
      origin: { file: `H3 cells of ${countryIds.join(', ')}`, line, id },
      document: {
        ...owned,
        cities: candidates.of(id, countryIds),
        heights: ownHeights,
        biomes: await biomesAround(biomes, circle),
      },
    };
  }
}
