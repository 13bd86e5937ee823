/**
 * `npm run client:schema`: writes the types of the client, made of the OpenAPI document of the compiled routes; with
 * `--check` it writes nothing, and fails where they are not current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { createEndpoints } from '../../dist/src/endpoints.js';
import { openApiDocument } from '../../dist/src/openapi/document.js';
import { projectFolder } from './install.mjs';

const file = join(projectFolder, 'web/client/src/schema.ts');
const HEADING =
  '// Made of the OpenAPI document by `npm run client:schema`: not to be changed by hand.\n\n';

// The routes are looked at only.
const unused = () => Promise.reject(new Error('not to be asked'));
const searches = { search: unused, searchTogether: unused, describeIndices: unused };
const document = openApiDocument(createEndpoints(searches, unused));
const generated = astToString(await openapiTS(document, { silent: true }));
// As the linter has it.
const types =
  HEADING + generated.replace(/\{\s*\[\w+: string\]: (\w+);\s*\}/g, 'Record<string, $1>');
const text = await format(types, { ...(await resolveConfig(file)), filepath: file });

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error(
    'web/client/src/schema.ts is not that of the routes: run `npm run client:schema`, and commit it.',
  );
  process.exitCode = 1;
}
