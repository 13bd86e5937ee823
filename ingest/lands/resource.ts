import { lands, type LandDocument } from '../../indices/lands.js';
import { atlasVersion } from '../borders/atlas.js';
import type { Context, Resource, Run } from '../resource.js';
import { type Area, countryIdsOf, DEFAULT_AREA } from './area.js';
import { type City, liveCities, readCities } from './cities.js';
import { ClosestCities } from './facts.js';
import { checkCountries } from './gate.js';
import { cellsAround, landsAmong, landsOfCountries } from './groups.js';
import { outcomesOf } from './outcomes.js';
import { Situations } from './situations.js';
import { territories } from './world.js';

export interface LandOptions {
  area?: Area;
  /** `number_of_shards` of the index: 10–50 GB each are well, 100 million lands. */
  shards?: number;
}

/**
 * The lands of an area, with the cities that are live now.
 * @throws when no cities are live, or countries of the area do not exist
 */
export async function landResource(
  context: Context,
  { area = DEFAULT_AREA, shards = 1 }: LandOptions = {},
): Promise<Resource<LandDocument>> {
  const chosen = 'countries' in area ? countryIdsOf(area.countries) : [];
  const cities = await liveCities(context);

  async function begin({ client }: Context): Promise<Run<LandDocument>> {
    const reading = readCities(client, cities);
    // The borders are made ready while Elasticsearch reads.
    const [known, situations] = await Promise.all([reading, prepareSituations()]);
    return {
      ...planOf(area, chosen, known, situations),
      gate: (index) => checkCountries(client, index, chosen),
    };
  }

  return {
    definition: { ...lands, settings: { ...lands.settings, number_of_shards: shards } },
    recipe: { cities, atlas: atlasVersion(), area: describe(area, chosen), shards },
    begin,
  };
}

// Also what it throws is a rejection, so that nothing is left running unheard.
async function prepareSituations(): Promise<Situations> {
  await Promise.resolve();
  return new Situations(territories());
}

function describe(area: Area, chosen: readonly string[]): string {
  return 'countries' in area
    ? chosen.join(' ')
    : `${area.stepsAroundPrimaryCities} steps around primary cities`;
}

function planOf(
  area: Area,
  chosen: readonly string[],
  cities: readonly City[],
  situations: Situations,
): Pick<Run<LandDocument>, 'expectedRows' | 'outcomes'> {
  const facts = new ClosestCities(cities);
  if ('countries' in area) {
    return { outcomes: outcomesOf(landsOfCountries(situations, new Set(chosen)), facts) };
  }
  const primary = cities.filter((city) => city.primary);
  const cells = cellsAround(primary, area.stepsAroundPrimaryCities);
  return {
    // Some of them are sea.
    expectedRows: cells.length,
    outcomes: outcomesOf(landsAmong(situations, cells), facts),
  };
}
