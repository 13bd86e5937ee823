/** The name, the address and the licence of a source. */
export type Credit = readonly [name: string, url: string, licence: string];

const GEONAMES: Credit = ['GeoNames', 'https://www.geonames.org', 'CC BY 4.0'];
const NATURAL_EARTH: Credit = [
  'Natural Earth',
  'https://www.naturalearthdata.com',
  'public domain',
];
const CLDR: Credit = ['Unicode CLDR', 'https://cldr.unicode.org', 'Unicode License v3'];
const CODER = 'https://github.com/rapideditor/country-coder';
const ECOREGIONS = 'RESOLVE Ecoregions 2017 (Dinerstein et al. 2017)';

/** The credits of the built-in data. `ingest/data/README.md` has the details. */
export const CREDITS: Readonly<Record<string, readonly Credit[]>> = {
  countries: [NATURAL_EARTH, CLDR, ['country-coder', CODER, 'ISC']],
  cities: [GEONAMES, NATURAL_EARTH, CLDR],
  lands: [
    NATURAL_EARTH,
    ['SRTM30 (US government)', 'https://www.usgs.gov', 'public domain'],
    ['ETOPO5 (NOAA)', 'https://www.ncei.noaa.gov', 'public domain'],
    [ECOREGIONS, 'https://doi.org/10.1093/biosci/bix014', 'CC BY 4.0, simplified and gridded'],
  ],
  places: [
    GEONAMES,
    ['OurAirports', 'https://ourairports.com', 'public domain'],
    ['Global Power Plant Database (World Resources Institute)', 'https://www.wri.org', 'CC BY 4.0'],
    ['Pleiades', 'https://pleiades.stoa.org', 'CC BY 3.0'],
    ['Open Brewery DB', 'https://www.openbrewerydb.org', 'MIT'],
    ['Deutsche Bahn', 'https://data.deutschebahn.com', 'CC BY 4.0'],
    ['OpenTravelData', 'https://github.com/opentraveldata/opentraveldata', 'CC BY 4.0'],
    ['ROR', 'https://ror.org', 'CC0'],
    ['Wikidata', 'https://www.wikidata.org', 'CC0'],
    ['iRail', 'https://irail.be', 'CC0'],
    ['datameet', 'https://datameet.org', 'CC0'],
    ['World Port Index (NGA)', 'https://msi.nga.mil', 'public domain'],
    ['IMLS', 'https://www.imls.gov', 'public domain'],
    ['IPEDS', 'https://nces.ed.gov/ipeds', 'public domain'],
    NATURAL_EARTH,
  ],
};
