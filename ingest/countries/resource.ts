import type { Client } from '@elastic/elasticsearch';
import { countries, type CountryDocument } from '../../indices/countries.js';
import { BORDERS_FILE } from '../borders/builtIn.js';
import {
  identityOfBorders,
  type OwnBorders,
  type OwnShapes,
  ownShapes,
} from '../borders/ownShapes.js';
import { nameOf } from '../files/address.js';
import { complaintsOf, sourcesOf } from '../files/dataFile.js';
import { featureFiles } from '../files/readFeatures.js';
import { listed } from '../files/shown.js';
import type { Resource } from '../generations/resource.js';
import { type Outcome, rejectionOf } from '../load/outcome.js';
import { builtInSources, packageFile } from '../reference/builtInFile.js';
import { CLDR_FILES, primaryCodes } from '../reference/iso.js';
import { ALIASES_FILE, builtInCountries, documentMaker } from './documents.js';

/** Names of countries come from this Node. */
const RECIPE = { icu: process.versions.icu ?? '' };

/**
 * Returns the countries that come with the project, or those that a user's file draws.
 * @param builtIn the countries that come with the project, or some of them
 * @throws if the file cannot be read
 */
export async function countryResource(
  own?: OwnBorders,
  builtIn = builtInCountries,
): Promise<Resource<CountryDocument>> {
  const files = own === undefined ? [] : await featureFiles(own.borders);
  for (const file of files) file.declareDay(own?.as_of);
  const isOwn = own !== undefined && own.missing !== 'built-in';
  const tables = isOwn ? [ALIASES_FILE] : [BORDERS_FILE, ALIASES_FILE];
  const others = [...CLDR_FILES.map((file) => packageFile(file)), ...builtInSources(...tables)];
  return {
    definition: countries,
    borders: identityOfBorders(own, await sourcesOf({ files })),
    recipe: RECIPE,
    sources: () => sourcesOf({ files, others }),
    async begin({ client }) {
      const shapes = own === undefined ? drawnAs(builtIn()) : await ownShapes(own);
      const file = own === undefined ? BORDERS_FILE : nameOf(own.borders);
      const { countries: drawn, refused, lacking, doubts } = shapes;
      const become = isOwn ? 'are left out' : 'have their built-in borders';
      return {
        expectedRows: drawn.length + refused.length,
        outcomes: outcomes(shapes, file),
        notes: () =>
          lacking.length === 0
            ? []
            : [
                `${lacking.length} countries that ${own?.borders ?? file} lacks ${become}: ${listed(lacking)}`,
              ],
        doubts: () => doubts.map((doubt) => `${file}: ${doubt}`),
        gate: async (index) => [
          ...(await checkCounts(client, index, drawn)),
          ...(await complaintsOf({ files })),
        ],
      };
    },
  };
}

function drawnAs(countries: OwnShapes['countries']): OwnShapes {
  return { countries, refused: [], lacking: [], doubts: [] };
}

/** A border that cannot be computed rejects only its own country. One border is in memory at a time. */
function* outcomes(
  { countries: drawn, refused }: OwnShapes,
  file: string,
): Generator<Outcome<CountryDocument>> {
  for (const row of refused) yield rejectionOf(row, file);
  const toDocument = documentMaker();
  for (const country of drawn) {
    const { line, code } = country;
    const place = line === undefined ? { file: BORDERS_FILE, line: 1 } : { file, line };
    const origin = { ...place, id: code.id };
    try {
      yield { origin, document: toDocument(country) };
    } catch (error) {
      yield { origin, reason: (error as Error).message };
    }
  }
}

/** Requires every expected country and every primary one among them, each with a border. */
async function checkCounts(
  client: Client,
  index: string,
  expected: OwnShapes['countries'],
): Promise<string[]> {
  const codes = primaryCodes();
  const primary = expected.filter(({ code }) => codes.has(code.alpha2)).length;
  const checks = [
    ['countries', { exists: { field: 'id' } }, expected.length],
    ['primary countries', { term: { primary: true } }, primary],
    ['countries with a border', { exists: { field: 'border' } }, expected.length],
  ] as const;
  const complaints: string[] = [];
  for (const [what, query, wanted] of checks) {
    const { count } = await client.count({ index, query });
    if (count !== wanted) complaints.push(`there are ${count} ${what}, ${wanted} are expected`);
  }
  return complaints;
}
