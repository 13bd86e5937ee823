/** `npm run quickstart`: from a fresh clone to a running API in one command. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compile, installIfNeeded, projectFolder } from './install.mjs';

const USAGE = `Usage: npm run quickstart

Installs what running and building need, finds or starts Elasticsearch, starts the API, ingests the built-in data, and
prints how to use it. The API answers with what is there while the rest is ingested. A second run uses what is there, and
ingests what an interrupted one left out. Ctrl-C stops what it started. The data stays.

Elasticsearch is the one of ELASTICSEARCH_URL, else a container (docker compose), else one built by Maven. data/quickstart.json
records which one holds the data. It leaves the settings of the one that it started in data/quickstart.env, where the other
commands of this folder find them, such as \`npm run ingest -- status\`. \`npm run elasticsearch\` runs the built one alone.

It reads the settings of .env.example from the environment or a file .env. Its API listens on 127.0.0.1, on PORT (3000) or
the next free port, and accepts the publicly known tokens dev-public and dev-internal.

  -h, --help  shows this`;

/**
 * True if quickstart can start with these arguments and settings. Otherwise prints why. Uses Node alone, because
 * nothing may be installed yet.
 */
function mayStart(args, env) {
  try {
    const { values } = parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } });
    if (values.help) console.log(USAGE);
    return !values.help && requireSound(env);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
    return false;
  }
}

/** Checks the settings that quickstart itself uses. The API checks all settings, but must be compiled first. */
function requireSound({ PORT, ELASTICSEARCH_URL }) {
  if (PORT && !(/^\s*\d+\s*$/.test(PORT) && Number(PORT) <= 65_535))
    throw new Error(`PORT=${JSON.stringify(PORT)} must be an integer from 0 to 65535.`);
  for (const url of (ELASTICSEARCH_URL || 'http://127.0.0.1').split(',')) {
    if (!/^https?:\/\//.test(url.trim()) || !URL.canParse(url.trim()))
      throw new Error(
        'ELASTICSEARCH_URL must be one or more http:// or https:// addresses, separated by commas. If it is empty, quickstart starts an Elasticsearch.',
      );
  }
  return true;
}

const settings = join(projectFolder, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);

if (mayStart(process.argv.slice(2), process.env)) {
  await installIfNeeded();
  console.log('Compiling.');
  await compile();
  // It imports what the build has compiled.
  const { quickstart } = await import('./quickstart/run.mjs');
  await quickstart();
}
