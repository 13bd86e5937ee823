import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { omit } from 'es-toolkit/object';
import { countries, type CountryDocument } from '../../indices/countries.js';
import { ATLAS_FILE } from '../borders/atlas.js';
import { ownShapes, type OwnShapes } from '../borders/ownShapes.js';
import { featureFiles } from '../files/readFeatures.js';
import type { Context, Resource } from '../generations/resource.js';
import type { Origin, Outcome } from '../load/outcome.js';
import { packageFile } from '../sources/builtInFile.js';
import { CLDR_FILES, type CountryCode, countryCodes, primaryCodes } from '../sources/iso.js';
import type { CountrySources } from '../sources/schema.js';
import { countryDocuments, documentMaker } from './documents.js';

const require = createRequire(import.meta.url);

const RECIPE = {
  worldAtlas: versionOf('world-atlas'),
  cldr: versionOf('cldr-core'),
  icu: process.versions.icu ?? '',
};

/** Returns the countries that come with the project. */
export function countryResource(): Resource<CountryDocument> {
  const expected = countryCodes();
  return {
    definition: countries,
    recipe: RECIPE,
    sources: () => [ATLAS_FILE, ...CLDR_FILES].map((file) => packageFile(file)),
    begin: (context) =>
      Promise.resolve({
        expectedRows: expected.length,
        outcomes: builtInOutcomes(),
        gate: (index) => checkCounts(context, index, expected),
      }),
  };
}

/**
 * Returns the countries that a user's file draws.
 * @throws if the file cannot be read
 */
export async function ownCountryResource(own: CountrySources): Promise<Resource<CountryDocument>> {
  const files = await featureFiles(own.borders);
  const rest = omit(own, ['borders']);
  const packages = own.missing === 'built-in' ? [ATLAS_FILE, ...CLDR_FILES] : CLDR_FILES;
  return {
    definition: countries,
    recipe: { ...RECIPE, own: JSON.stringify([files, rest]) },
    sources: () => [...files, ...packages.map((file) => packageFile(file))],
    async begin(context) {
      const shapes = await ownShapes(own);
      const expected = shapes.countries.map(({ code }) => code);
      return {
        expectedRows: expected.length + shapes.refused.length,
        outcomes: ownOutcomes(shapes, basename(own.borders)),
        gate: async (index) => {
          const complaints = await checkCounts(context, index, expected);
          if (isDeepStrictEqual(await featureFiles(own.borders), files)) return complaints;
          return [...complaints, `${own.borders} was changed while it was read: ingest it again`];
        },
      };
    },
  };
}

function versionOf(library: string): string {
  return (require(`${library}/package.json`) as { version: string }).version;
}

function* builtInOutcomes(): Generator<Outcome<CountryDocument>> {
  let line = 0;
  for (const document of countryDocuments()) {
    line += 1;
    yield { origin: { file: ATLAS_FILE, line, id: document.id }, document };
  }
}

function* ownOutcomes(
  { countries: drawn, refused }: OwnShapes,
  file: string,
): Generator<Outcome<CountryDocument>> {
  for (const { line, id, reason } of refused) yield { origin: { file, line, id }, reason };
  const toDocument = documentMaker(drawn);
  for (const country of drawn) {
    const { line, code } = country;
    const place = line === undefined ? { file: ATLAS_FILE, line: 1 } : { file, line };
    yield outcomeOf({ ...place, id: code.id }, () => toDocument(country));
  }
}

/** A border that cannot be computed rejects only its own country. */
function outcomeOf(origin: Origin, toDocument: () => CountryDocument): Outcome<CountryDocument> {
  try {
    return { origin, document: toDocument() };
  } catch (error) {
    return { origin, reason: (error as Error).message };
  }
}

/** Requires every expected country and every primary one among them, each with a border. */
async function checkCounts(
  { client }: Context,
  index: string,
  expected: readonly CountryCode[],
): Promise<string[]> {
  const codes = primaryCodes();
  const primary = expected.filter(({ alpha2 }) => codes.has(alpha2)).length;
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
