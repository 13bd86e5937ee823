/**
 * `npm run client:schema` and `npm run sources:schema`: write the types of the client, from the OpenAPI document, and
 * the JSON Schema of sources files, from the rules that read them. With `--check`, they fail if the file is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { projectFolder } from './install.mjs';

const [which, ...options] = process.argv.slice(2);
const schemas = {
  client: ['web/client/src/schema.ts', clientTypes],
  sources: ['ingest/sources.schema.json', sourcesSchema],
};
const [name, generate] = schemas[which];
const file = join(projectFolder, name);
const text = await format(await generate(), { ...(await resolveConfig(file)), filepath: file });

if (!options.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error(`${name} is outdated. Run \`npm run ${which}:schema\`, and commit the file.`);
  process.exitCode = 1;
}

async function clientTypes() {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const { createEndpoints } = await import('../../dist/src/endpoints.js');
  const { openApiDocument } = await import('../../dist/src/openapi/document.js');
  // The routes are only described, so they need no functions.
  const document = JSON.stringify(openApiDocument(createEndpoints({})), withoutOthers);
  const generated = astToString(
    await openapiTS(document, { silent: true, defaultNonNullable: false }),
  );
  // The linter wants records. The document has no types for the others.
  const types = generated
    .replace(/\{\s*\[\w+: string\]: (\w+);\s*\}/g, 'Record<string, $1>')
    .replace(/(\blang\?: )string/g, '$1LanguageTag')
    // They are never false. Many generators cannot read a boolean with one value.
    .replace(/(\b(?:truncated\?|live|ready): )boolean/g, '$1true')
    .replace(/(\bmain_biome: )string/g, '$1Biome | (string & Record<never, never>)')
    .replace(/(\bcategory: )string/g, '$1PlaceCategory | (string & Record<never, never>)')
    .replace(/(\bcategories\?: )string/g, '$1(PlaceCategory | (string & Record<never, never>))');
  return `// Generated from the OpenAPI document by \`npm run client:schema\`. Do not edit.\n\n${await unions()}\n\n${types}`;
}

/** Members of later versions have no types, so that a misspelt name is an error. */
function withoutOthers(name, value) {
  return name === 'additionalProperties' && value === true ? undefined : value;
}

async function unions() {
  const { LANGUAGES, OTHER_CODES } = await import('../../dist/indices/languages.js');
  const { PLACE_CATEGORIES } = await import('../../dist/indices/placeCategories.js');
  const biomes = readFileSync(join(projectFolder, 'ingest/data/biomes.tsv'), 'utf8');
  const union = (values) => values.map((value) => JSON.stringify(value)).join(' | ');
  return `export const LANGUAGES = ${JSON.stringify(LANGUAGES)} as const; export type Language = (typeof LANGUAGES)[number];
/** Other codes of some of the languages. */
export const OTHER_CODES = ${JSON.stringify(OTHER_CODES)} as const; type Code = Language | keyof typeof OTHER_CODES;
/** A language, or a tag that starts with one, such as \`fr-CA\` or \`ja_JP\`. */
export type LanguageTag = Code | \`\${Code}\${'-' | '_'}\${string}\`;
/** The built-in biomes. Data of an operator may have others. */
export type Biome = ${union(biomes.match(/(?<=^[1-9]\d*\t).+/gm))};
/** The built-in categories. Data of an operator may have others. */
export type PlaceCategory = ${union(Object.keys(PLACE_CATEGORIES))};`;
}

async function sourcesSchema() {
  const { sourcesJsonSchema } = await import('../../dist/ingest/runs/sources.js');
  return JSON.stringify(sourcesJsonSchema());
}
