/** `npm run sources:schema`: writes the JSON Schema of sources files, made of the compiled rules that read them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { sourcesJsonSchema } from '../../dist/ingest/sources/schema.js';
import { projectFolder } from './install.mjs';

const file = join(projectFolder, 'ingest/sources/sources.schema.json');
const options = { ...(await resolveConfig(file)), filepath: file };
writeFileSync(file, await format(JSON.stringify(sourcesJsonSchema()), options));
