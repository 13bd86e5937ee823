import { basename } from 'node:path';
import { countries, type CountryDocument } from '../../indices/countries.js';
import { ATLAS_FILE } from '../borders/atlas.js';
import { identityOfBorders } from '../borders/identity.js';
import { type OwnShapes, ownShapes } from '../borders/ownShapes.js';
import { complaintsOf, sourcesOf } from '../files/dataFile.js';
import { featureFiles } from '../files/readFeatures.js';
import { listed } from '../files/shown.js';
import type { Context, Resource, Run } from '../generations/resource.js';
import { type Outcome, rejectionOf } from '../load/outcome.js';
import { builtInSources, packageFile } from '../sources/builtInFile.js';
import { CLDR_FILES, primaryCodes } from '../sources/iso.js';
import type { CountrySources } from '../sources/schema.js';
import { ALIASES_FILE, builtInCountries, documentMaker } from './documents.js';

/** Names of countries are those of this Node. */
const RECIPE = { icu: process.versions.icu ?? '' };

/** Returns the countries that come with the project. */
export function countryResource(): Resource<CountryDocument> {
  return {
    definition: countries,
    recipe: RECIPE,
    borders: identityOfBorders(),
    sources: () => [
      ...[ATLAS_FILE, ...CLDR_FILES].map((file) => packageFile(file)),
      ...builtInSources(ALIASES_FILE),
    ],
    begin: (context) =>
      Promise.resolve(
        runOf(context, { countries: builtInCountries(), refused: [], doubts: [] }, ATLAS_FILE),
      ),
  };
}

/**
 * Returns the countries that a user's file draws.
 * @throws if the file cannot be read
 */
export async function ownCountryResource(own: CountrySources): Promise<Resource<CountryDocument>> {
  const files = await featureFiles(own.borders);
  const drawn = await sourcesOf({ files });
  const packages = own.missing === 'built-in' ? [ATLAS_FILE, ...CLDR_FILES] : CLDR_FILES;
  return {
    definition: countries,
    borders: identityOfBorders(own, drawn),
    recipe: RECIPE,
    sources: () => [
      ...drawn,
      ...packages.map((file) => packageFile(file)),
      ...builtInSources(ALIASES_FILE),
    ],
    async begin(context) {
      const shapes = await ownShapes(own);
      const run = runOf(context, shapes, basename(own.borders));
      const { lacking = [] } = shapes;
      const become = own.missing === 'built-in' ? 'have their built-in borders' : 'are left out';
      return {
        ...run,
        notes: () =>
          lacking.length === 0
            ? []
            : [
                `${lacking.length} countries that ${own.borders} lacks ${become}: ${listed(lacking)}`,
              ],
        gate: async (index) => [...(await run.gate(index)), ...(await complaintsOf({ files }))],
      };
    },
  };
}

function runOf(context: Context, drawn: OwnShapes, file: string): Run<CountryDocument> {
  return {
    expectedRows: drawn.countries.length + drawn.refused.length,
    outcomes: outcomes(drawn, file),
    doubts: () => drawn.doubts.map((doubt) => `${file}: ${doubt}`),
    gate: (index) => checkCounts(context, index, drawn.countries),
  };
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
    const place = line === undefined ? { file: ATLAS_FILE, line: 1 } : { file, line };
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
  { client }: Context,
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
