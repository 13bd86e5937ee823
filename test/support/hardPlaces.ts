/** A box in degrees where borders are hard to judge. */
export interface HardPlace {
  place: string;
  /** Id of the country whose border is looked at; all countries when absent. */
  country?: string;
  west: number;
  south: number;
  east: number;
  north: number;
}

const everywhere = { west: -180, south: -90, east: 180, north: 90 };
const ofCountry = (country: string, place: string): HardPlace => ({
  place,
  country,
  ...everywhere,
});

/** The places of the decisions: antimeridian, poles, straight borders, islands, enclaves. */
export const HARD_PLACES: readonly HardPlace[] = [
  { place: 'west of the antimeridian', west: 177, south: -80, east: 180, north: 80 },
  { place: 'east of the antimeridian', west: -180, south: -80, east: -177, north: 80 },
  { place: 'at the antimeridian', west: 179.9, south: -90, east: 180, north: 90 },
  { place: 'at the antimeridian', west: -180, south: -90, east: -179.9, north: 90 },
  ofCountry('FJI', 'Fiji'),
  { place: 'Wrangel Island', country: 'RUS', west: 178, south: 70, east: 180, north: 72 },
  { place: 'Wrangel Island', country: 'RUS', west: -180, south: 70, east: -177, north: 72 },
  { place: 'near the South Pole', ...everywhere, north: -82 },
  { place: 'Antarctica', ...everywhere, north: -65 },
  { place: 'near the North Pole', ...everywhere, south: 81 },
  { place: 'Svalbard', country: 'SJM', ...everywhere, south: 76 },
  { place: '49° N', country: 'USA', west: -123, south: 48.99, east: -95.2, north: 49.01 },
  { place: '49° N', country: 'CAN', west: -123, south: 48.99, east: -95.2, north: 49.01 },
  { place: '141° W', country: 'USA', west: -141.01, south: 60.4, east: -140.99, north: 69.6 },
  { place: '141° W', country: 'CAN', west: -141.01, south: 60.4, east: -140.99, north: 69.6 },
  { place: '22° N', country: 'EGY', west: 25, south: 21.9, east: 33, north: 22.1 },
  { place: '25° E', country: 'LBY', west: 24.9, south: 22, east: 25.1, north: 29 },
  { place: 'Mali and Algeria', country: 'MLI', west: -5, south: 19, east: 3, north: 25 },
  { place: '27°40′ N', country: 'ESH', west: -13, south: 27.6, east: -8.7, north: 27.7 },
  ...['LSO', 'SMR', 'VAT', 'SWZ', 'GMB', 'BRN', 'MCO', 'LIE', 'AND', 'LUX', 'GIB', 'SXM'].map((id) =>
    ofCountry(id, `enclave or small state ${id}`),
  ),
  { place: 'Kaliningrad', country: 'RUS', west: 19, south: 54, east: 23, north: 56 },
  { place: 'Cabinda', country: 'AGO', west: 12, south: -6, east: 13.2, north: -4.3 },
  { place: 'Nakhchivan', country: 'AZE', west: 44.5, south: 38.7, east: 46.2, north: 40 },
  { place: 'Llivia', country: 'ESP', west: 1.8, south: 42.4, east: 2.1, north: 42.5 },
  { place: 'Musandam', country: 'OMN', west: 55.9, south: 25.2, east: 56.6, north: 26.5 },
  ...['NRU', 'TUV', 'MDV', 'BVT', 'HMD', 'TKL', 'NIU', 'NFK', 'BMU', 'FRO', 'PCN', 'SHN', 'UMI', 'KIR', 'MHL', 'WLF', 'TON', 'CXR'].map((id) =>
    ofCountry(id, `islands of ${id}`),
  ),
]; // prettier-ignore
