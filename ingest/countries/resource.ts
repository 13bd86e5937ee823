import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { omit } from 'es-toolkit/object';
import { countries, type CountryDocument } from '../../indices/countries.js';
import type { FileSource } from '../../indices/provenance.js';
import { ATLAS_FILE } from '../borders/atlas.js';
import { ownShapes, type OwnShapes } from '../borders/ownShapes.js';
import { packageFile } from '../sources/builtInFile.js';
import { featureFiles } from '../files/readFeatures.js';
import type { Origin, Outcome } from '../load/outcome.js';
import type { Context, Resource } from '../generations/resource.js';
import { CLDR_FILES } from '../sources/iso/cldr.js';
import { type CountryCode, countryCodes } from '../sources/iso/codes.js';
import { primaryCodes } from '../sources/iso/primary.js';
import type { CountrySources } from '../sources/sources.js';
import { countryDocuments, documentMaker } from './documents.js';

const require = createRequire(import.meta.url);

const RECIPE = {
  worldAtlas: versionOf('world-atlas'),
  cldr: versionOf('cldr-core'),
  icu: process.versions.icu ?? '',
};

/** The countries that come with the project. */
export function countryResource(): Resource<CountryDocument> {
  const expected = countryCodes();
  return {
    definition: countries,
    recipe: RECIPE,
    sources: () => [packageFile(ATLAS_FILE), ...cldrFiles()],
    begin: (context) =>
      Promise.resolve({
        expectedRows: expected.length,
        outcomes: outcomes(),
        gate: (index) => gate(context, index, expected),
      }),
  };
}

/**
 * Returns the countries as a file of one's own draws them.
 * @throws when that cannot be read
 */
export async function ownCountryResource(own: CountrySources): Promise<Resource<CountryDocument>> {
  const files = await featureFiles(own.borders);
  const rest = omit(own, ['borders']);
  return {
    definition: countries,
    recipe: { ...RECIPE, own: JSON.stringify([files, rest]) },
    sources: () => [
      ...files,
      ...(own.missing === 'built-in' ? [packageFile(ATLAS_FILE)] : []),
      ...cldrFiles(),
    ],
    async begin(context) {
      const shapes = await ownShapes(own);
      const expected = shapes.countries.map(({ code }) => code);
      return {
        expectedRows: expected.length + shapes.refused.length,
        outcomes: ownOutcomes(shapes, basename(own.borders)),
        gate: async (index) => [
          ...(await gate(context, index, expected)),
          ...(isDeepStrictEqual(await featureFiles(own.borders), files)
            ? []
            : [`${own.borders} was changed while it was read: ingest it again`]),
        ],
      };
    },
  };
}

function cldrFiles(): FileSource[] {
  return CLDR_FILES.map((file) => packageFile(file));
}

function versionOf(library: string): string {
  return (require(`${library}/package.json`) as { version: string }).version;
}

function* outcomes(): Generator<Outcome<CountryDocument>> {
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
    const { id } = country.code;
    const { line } = country;
    const origin = line === undefined ? { file: ATLAS_FILE, line: 1, id } : { file, line, id };
    yield outcomeOf(origin, () => toDocument(country));
  }
}

/** A border that cannot be made is that of one country. */
function outcomeOf(origin: Origin, toDocument: () => CountryDocument): Outcome<CountryDocument> {
  try {
    return { origin, document: toDocument() };
  } catch (error) {
    return { origin, reason: (error as Error).message };
  }
}

/** Every country that is expected, every primary one of them, and a border for each. */
async function gate(
  { client }: Context,
  index: string,
  expected: readonly CountryCode[],
): Promise<string[]> {
  const count = async (field: 'id' | 'primary' | 'border'): Promise<number> => {
    const query = field === 'primary' ? { term: { primary: true } } : { exists: { field } };
    return (await client.count({ index, query })).count;
  };
  const codes = primaryCodes();
  const primary = expected.filter(({ alpha2 }) => codes.has(alpha2)).length;
  const found = {
    all: await count('id'),
    primary: await count('primary'),
    border: await count('border'),
  };
  const complaints: string[] = [];
  if (found.all !== expected.length)
    complaints.push(`${found.all} countries, ${expected.length} should be there`);
  if (found.primary !== primary)
    complaints.push(`${found.primary} primary countries, not ${primary}`);
  if (found.border !== expected.length)
    complaints.push(`${expected.length - found.border} countries lack a border`);
  return complaints;
}
