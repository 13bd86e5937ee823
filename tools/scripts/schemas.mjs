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
  sources: ['ingest/sources/sources.schema.json', sourcesSchema],
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
  // The routes are only described.
  const unused = () => Promise.reject(new Error('not used'));
  const described = {
    search: unused,
    searchTogether: unused,
    changeMarker: unused,
    readLive: unused,
  };
  const document = openApiDocument(createEndpoints(described));
  const generated = astToString(await openapiTS(document, { silent: true }));
  // The linter wants records.
  const types = generated.replace(/\{\s*\[\w+: string\]: (\w+);\s*\}/g, 'Record<string, $1>');
  return `// Generated from the OpenAPI document by \`npm run client:schema\`. Do not edit.\n\n${types}`;
}

async function sourcesSchema() {
  const { sourcesJsonSchema } = await import('../../dist/ingest/sources/schema.js');
  return JSON.stringify(sourcesJsonSchema());
}
