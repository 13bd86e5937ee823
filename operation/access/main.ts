#!/usr/bin/env node
import { Argument } from 'commander';
import { withClient } from '../../core/elasticsearch/withClient.js';
import { wholeNumber } from '../../ingest/runs/arguments.js';
import { createProgram, runProgram } from '../../core/cli/program.js';
import { makeKey, makeUsers, readPasswords } from './logins.js';
import { rolesOf, WHO, type Who } from './roles.js';

const program = createProgram(
  'npm run access --',
  'Makes logins to Elasticsearch, each with no more than it needs: for the API, the ingestion, the tokens and the backup. Itself it takes the login of an administrator.',
).addHelpText(
  'after',
  '\nExamples:\n  npm run access -- users --passwords secrets\n  npm run access -- key api\n\nExit status: 0 done, 1 failed, 2 wrong usage.',
);

const MOST_DAYS = 36_500;
const days = wholeNumber(1, `days from 1 to ${MOST_DAYS}`, MOST_DAYS);
const who = (): Argument => new Argument('<who>', 'who gets it').choices(WHO);

program
  .command('users')
  .description('make users and their roles, or give those that are there a new password')
  .requiredOption('--passwords <folder>', `with their passwords in files called ${WHO.join(', ')}`)
  .action(async ({ passwords }: { passwords: string }) => {
    const given = readPasswords(passwords);
    await withClient(async (connection) => {
      for (const name of await makeUsers(connection, given)) console.log(name);
    });
  });

program
  .command('key')
  .description('make an API key and show it, once: it goes to ELASTICSEARCH_API_KEY')
  .addArgument(who())
  .option('--expires-days <days>', 'how long it is valid; without it: until it is revoked', days)
  .action(async (name: Who, { expiresDays }: { expiresDays?: number }) => {
    await withClient(async (connection) => {
      const key = await makeKey(connection, name, expiresDays);
      console.error('The API key is shown this once only; keep it secret:');
      // Alone on standard output, so that scripts can take it from there.
      console.log(key);
    });
  });

program
  .command('role')
  .description('show the privileges, as Elasticsearch and Kibana take them')
  .addArgument(who())
  .option('--prefix <prefix>', 'the INDEX_PREFIX', 'geo')
  .action((name: Who, { prefix }: { prefix: string }) => {
    console.log(JSON.stringify(rolesOf(prefix)[name], undefined, 2));
  });

await runProgram(program);
