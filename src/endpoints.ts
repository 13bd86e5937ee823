import { builds } from '../indices/builds.js';
import { markers } from '../indices/markers.js';
import { GENERATIONS } from '../indices/resources.js';
import { CitySearch } from './cities/citySearch.js';
import { ClosestCityFinder } from './cities/closestCity.js';
import { cityEndpoints } from './cities/routes.js';
import { AllCountries } from './countries/allCountries.js';
import { CountrySearch } from './countries/countrySearch.js';
import { countryEndpoints } from './countries/routes.js';
import { dataEndpoints } from './data/routes.js';
import { LandFinder } from './lands/finder.js';
import { landEndpoints } from './lands/routes.js';
import { locateEndpoints } from './locate/routes.js';
import type { Stores } from './lookups/answering.js';
import { DocumentCache } from './lookups/cache/documents.js';
import { PrefixCache } from './lookups/cache/prefixes.js';
import { type ReportBorders, TerritoryFinder } from './lookups/territories.js';
import { type CacheBudget, cacheBudget } from './lookups/cache/versionedCache.js';
import type { Endpoint } from './lookups/endpoint.js';
import { AllRegions, withRegionNames } from './lookups/regionNames.js';
import { MarkerFinder } from './markers/finder.js';
import { type ChangeBuild, markerEndpoints } from './markers/routes.js';
import { nameSearchEndpoints } from './nameSearch/routes.js';
import { placeEndpoints } from './places/routes.js';
import { RegionSearch } from './regions/regionSearch.js';
import type { Live, Snapshot } from './search/live.js';
import type { Checked } from './search/readiness.js';
import type { Searches } from './search/search.js';

/** The longest time in which old data is answered after a promotion. */
const KNOWN_MS = 2_000;

/** The resources that the API reads. It is ready once those are live that are not optional. */
export const RESOURCES: readonly Checked[] = [
  ...GENERATIONS,
  { ...builds, createdWith: markers.resource },
];

interface EndpointDependencies extends Searches {
  readonly changeBuild: ChangeBuild;
  readonly buildsAlias: string;
  readonly readLive: Live['read'];
  readonly reportBorders?: ReportBorders;
}

/** Creates the endpoints of all resources. */
export function createEndpoints(
  {
    search,
    searchTogether,
    changeBuild,
    buildsAlias,
    readLive,
    reportBorders,
  }: EndpointDependencies,
  budget: CacheBudget = cacheBudget(0),
): Endpoint[] {
  const stores: Stores = {
    search,
    documents: new DocumentCache(budget.documents),
    prefixes: new PrefixCache(budget.prefixes),
    territories: new TerritoryFinder(search, budget.answers > 0, reportBorders),
  };
  // Without a cache, each lookup is a search.
  const validMs = budget.answers > 0 ? KNOWN_MS : 0;
  const allCountries = new AllCountries(search, validMs);
  const allRegions = new AllRegions(search, validMs);
  const countrySearch = new CountrySearch(allCountries);
  const countriesByName = (live: Snapshot) => countrySearch.byName(live);
  const citySearch = new CitySearch(search, countriesByName);
  const regionSearch = new RegionSearch(allRegions, countriesByName);
  const closestCity = new ClosestCityFinder(stores, budget.cities);
  const landFinder = new LandFinder(searchTogether, stores.documents);
  const markerFinder = new MarkerFinder(stores, budget.markers, buildsAlias);
  const inRegions = [
    ...cityEndpoints(stores, closestCity, citySearch),
    ...landEndpoints(landFinder),
    ...locateEndpoints({ ...stores, allCountries, closestCity, landFinder }),
    ...nameSearchEndpoints(countrySearch, citySearch, regionSearch, searchTogether),
  ];
  return [
    ...countryEndpoints(stores, allCountries, countrySearch),
    ...inRegions.map((each) => withRegionNames(each, allRegions)),
    ...placeEndpoints(stores),
    ...markerEndpoints(markerFinder, changeBuild),
    ...dataEndpoints(searchTogether, readLive, GENERATIONS),
  ];
}
