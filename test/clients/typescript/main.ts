/** Calls every operation once. Argument: the address. Prints a line per operation. */
import { isDeepStrictEqual } from 'node:util';
import * as geo from './geo/index.js';

const [basePath = ''] = process.argv.slice(2);
const season = 1;
const configuration = new geo.Configuration({ basePath, accessToken: 'dev-internal' });
const countries = new geo.CountriesApi(configuration);
const cities = new geo.CitiesApi(configuration);
const lands = new geo.LandsApi(configuration);
const locate = new geo.LocateApi(configuration);
const places = new geo.PlacesApi(configuration);
const markers = new geo.MarkersApi(configuration);
const health = new geo.HealthApi(configuration);

const lat = 49.60982;
const lng = 6.13268;
const LAND = '881fa3cd07fffff';
const OTHER_LAND = '881fa3cd05fffff';
const NO_CELL = '88fffffffffffff';
const PLACE = 'geonames-2960316';
const AIRPORT = 'ourairports-2563';
const CITIES = ['LUX_Luxembourg', 'LUX_Esch-sur-Sûre'];

async function call<Answer>(
  operation: string,
  request: () => Promise<Answer>,
  isRight: (answer: Answer) => boolean | undefined,
): Promise<void> {
  try {
    const answer = await request();
    console.log(
      operation,
      isRight(answer) === true ? 'ok' : `wrong data: ${JSON.stringify(answer)}`,
    );
  } catch (error) {
    console.log(operation, String(error).replaceAll('\n', ' '));
  }
}

const ids = ({ data }: { data: { id: string }[] }): string[] => data.map(({ id }) => id);

async function marker(): Promise<geo.Marker | undefined> {
  const { data } = await markers.markersFindByRadius({ lat, lng, radius: 500, season });
  return data.find(({ id }) => id === PLACE);
}

await call('countriesFindAll', () => countries.countriesFindAll({ limit: 2 }), ({ data }) => data.length === 2 && data[0]?.name === 'Afghanistan'); // prettier-ignore
await call(
  'countriesFindByIds',
  () => countries.countriesFindByIds({ countryIds: ['LUX', 'DEU', 'XXX'], lang: 'fr' }),
  ({ data, missing }) => data[1]?.name === 'Allemagne' && missing?.[0] === 'XXX',
);
await call(
  'countriesFindByIdsBatch',
  () => countries.countriesFindByIdsBatch({ countryIds: { ids: ['LUX', 'DEU'] } }),
  ({ data, missing }) => data[1]?.id === 'DEU' && missing === undefined,
);
await call(
  'countriesFindByLocation',
  () => countries.countriesFindByLocation({ lat, lng }),
  ({ data }) => data[0] && data[0].population > 600_000,
);
await call(
  'countriesFindByName',
  () => countries.countriesFindByName({ token: 'holland', match: 'fuzzy' }),
  ({ data, matchedNames }) => data[0]?.id === 'NLD' && matchedNames?.[0] === 'Holland',
);
await call(
  'citiesFindByIds',
  () => cities.citiesFindByIds({ cityIds: CITIES }),
  (answer) => answer.data[0]?.latlng?.latitude === lat && isDeepStrictEqual(ids(answer), CITIES),
);
await call(
  'citiesFindByIdsBatch',
  () => cities.citiesFindByIdsBatch({ cityIds: { ids: CITIES } }),
  (answer) => isDeepStrictEqual(ids(answer), CITIES),
);
await call(
  'citiesFindByCountries',
  () => cities.citiesFindByCountries({ countryIds: ['LUX', 'MCO'], limit: 3 }),
  ({ data }) => data.length === 3,
);
await call(
  'citiesFindByLocation',
  () => cities.citiesFindByLocation({ lat, lng }),
  ({ data }) => data.regionName === 'Luxembourg',
);
await call(
  'citiesFindByName',
  () => cities.citiesFindByName({ token: 'luxemb', match: 'fuzzy', countryIds: ['LUX', 'MCO'] }),
  ({ data, matchedNames }) =>
    data[0]?.id === CITIES[0] && isDeepStrictEqual(matchedNames, [null, 'Luxembourg-Kirchberg']),
);
await call(
  'landsFindByIds',
  () => lands.landsFindByIds({ landIds: [LAND, OTHER_LAND] }),
  ({ data }) =>
    data[0]?.biomePercents[data[0].mainBiome ?? ''] === 100 && data[1]?.id === OTHER_LAND,
);
await call(
  'landsFindByIdsBatch',
  () => lands.landsFindByIdsBatch({ landIds: { ids: [LAND, OTHER_LAND] } }),
  ({ data }) => Number(data[0]?.altitude) > 200,
);
await call(
  'landsFindByLocation',
  () => lands.landsFindByLocation({ landId: LAND, k: 1 }),
  ({ data }) => data.length === 7 && data[0]?.id === LAND,
);
await call(
  'locate',
  () => locate.locate({ lat, lng, fields: ['city', 'time_zone'] }),
  ({ data: { city, timeZone, land, countries } }) =>
    city?.name === 'Luxembourg' &&
    timeZone === 'Europe/Luxembourg' &&
    land === undefined &&
    countries === undefined,
);
await call(
  'locateBatch',
  () => locate.locateBatch({ position: [{ lat, lng }, { landId: NO_CELL }, { lat: 1e-5, lng: -1e-5 }] }), // prettier-ignore
  ({ data: [found, faulty, atSea] }) =>
    found?.land?.id === LAND &&
    found.error === undefined &&
    faulty?.error?.code === 'invalid_request' &&
    faulty.error.details?.[0]?.path === 'land_id' &&
    faulty.city === undefined &&
    atSea?.error === undefined &&
    atSea?.countries?.length === 0,
);
await call(
  'search',
  () => new geo.SearchApi(configuration).search({ token: 'lux', types: ['city', 'region'] }),
  ({ data: [city, region] }) =>
    city?.city?.name === 'Luxembourg' && region?.region?.name === 'Luxembourg' && !region.city,
);
await call(
  'placesFindByIds',
  () => places.placesFindByIds({ placeIds: [PLACE, AIRPORT] }),
  ({ data }) => data[0]?.popularity === 0.6605 && data.length === 2,
);
await call(
  'placesFindByIdsBatch',
  () => places.placesFindByIdsBatch({ placeIds: { ids: [PLACE, AIRPORT] } }),
  ({ data }) => data[0]?.website === null && data[1]?.website?.startsWith('https:'),
);
await call(
  'placesFindByLocation',
  () => places.placesFindByLocation({ landId: LAND, k: 10, categories: ['capital', 'airport'] }),
  (answer) => isDeepStrictEqual(ids(answer), [PLACE, AIRPORT]),
);
await call(
  'placesFindByName',
  () => places.placesFindByName({ token: 'lux', limit: 1 }),
  ({ data }) => data[0]?.id === PLACE && data[0].photos.length === 0,
);
await call(
  'markersUpdate',
  () => markers.markersUpdate({ markersUpdate: { id: PLACE, season, icon: 5, skin: 'gold' } }),
  ({ status }) => status === 'ok',
);
await call('markersFindByRadius', marker, (it) => it?.isBuilt && it.icon === 5 && it.skin === 'gold'); // prettier-ignore
await call(
  'markersRemove',
  async () =>
    [await markers.markersRemove({ markersRemove: { id: PLACE } }), await marker()] as const,
  ([{ status }, it]) => status === 'ok' && it?.isBuilt === false,
);
await call(
  'getData',
  () => new geo.DataApi(configuration).getData(),
  ({ data }) => {
    const [countries, cities] = ['countries', 'cities'].map((name) => data.find(({ resource }) => resource === name)); // prettier-ignore
    return (
      countries?.live?.documents === 250 &&
      Number(countries.live.sources[0]?.bytes) > 0 &&
      Number(cities?.languages?.fr) > 0
    );
  },
);
await call('healthLive', () => health.healthLive(), ({ data }) => data.live); // prettier-ignore
await call('healthReady', () => health.healthReady(), ({ data }) => data.ready); // prettier-ignore
