import { createRequire } from 'node:module';
import { countries, type CountryDocument } from '../../indices/countries.js';
import { ATLAS_FILE } from '../borders/atlas.js';
import { packageFile } from '../builtInFile.js';
import type { Outcome } from '../outcome.js';
import type { Context, Resource } from '../resource.js';
import { CLDR_FILES } from '../iso/cldr.js';
import { countryCodes } from '../iso/codes.js';
import { primaryCodes } from '../iso/primary.js';
import { countryDocuments } from './documents.js';

const require = createRequire(import.meta.url);

/** The countries that come with the project. */
export function countryResource(): Resource<CountryDocument> {
  const expectedRows = countryCodes().length;
  return {
    definition: countries,
    recipe: {
      worldAtlas: versionOf('world-atlas'),
      cldr: versionOf('cldr-core'),
      icu: process.versions.icu ?? '',
    },
    sources: () => [packageFile(ATLAS_FILE), ...CLDR_FILES.map((file) => packageFile(file))],
    begin: (context) =>
      Promise.resolve({
        expectedRows,
        outcomes: outcomes(),
        gate: (index) => gate(context, index, expectedRows),
      }),
  };
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

/** Every country, every primary one, and a border for each. */
async function gate({ client }: Context, index: string, expected: number): Promise<string[]> {
  const count = async (field: 'id' | 'primary' | 'border'): Promise<number> => {
    const query = field === 'primary' ? { term: { primary: true } } : { exists: { field } };
    return (await client.count({ index, query })).count;
  };
  const primary = primaryCodes().size;
  const found = {
    all: await count('id'),
    primary: await count('primary'),
    border: await count('border'),
  };
  const complaints: string[] = [];
  if (found.all !== expected)
    complaints.push(`${found.all} countries, ${expected} should be there`);
  if (found.primary !== primary)
    complaints.push(`${found.primary} primary countries, not ${primary}`);
  if (found.border !== expected)
    complaints.push(`${expected - found.border} countries lack a border`);
  return complaints;
}
