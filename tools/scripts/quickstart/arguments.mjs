import { parseArgs } from 'node:util';

const USAGE = `Usage: npm run quickstart

Installs the dependencies, finds or starts Elasticsearch, brings the built-in data in, starts the API, and prints how to
use it. What is there already is used again. Ctrl-C stops what it started; the data stays.

Elasticsearch is the one of ELASTICSEARCH_URL, else a container (docker compose), else one built by Maven. The container
or the folder data/ that holds the data is noted in data/quickstart.json, and used again. The other commands of this
folder, such as \`npm run ingest -- status\`, find it while it runs; \`npm run elasticsearch\` runs the built one alone.

It reads the settings of .env.example, from the environment or a file .env. Its API listens on 127.0.0.1, from PORT (3000)
on, and accepts the publicly known tokens dev-public and dev-internal.

  -h, --help  shows this`;

/**
 * Tells whether to go on with these arguments and settings. What stands against it is said here in one sentence: by
 * Node alone, since nothing may be installed yet.
 */
export function mayStart(args, env) {
  try {
    const { values } = parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } });
    if (values.help) console.log(USAGE);
    return !values.help && requireSound(env);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
    return false;
  }
}

/** Refuses what decides where quickstart looks and listens; the API's own check of all settings needs to be compiled. */
function requireSound({ PORT, ELASTICSEARCH_URL }) {
  if (PORT && !(/^\s*\d+\s*$/.test(PORT) && Number(PORT) <= 65_535))
    throw new Error(`PORT=${JSON.stringify(PORT)} must be an integer from 0 to 65535.`);
  for (const url of (ELASTICSEARCH_URL || 'http://127.0.0.1').split(',')) {
    if (!/^https?:\/\//.test(url.trim()) || !URL.canParse(url.trim()))
      throw new Error(
        'ELASTICSEARCH_URL must be one or more http:// or https:// addresses, separated by commas; left empty, quickstart starts an Elasticsearch.',
      );
  }
  return true;
}
