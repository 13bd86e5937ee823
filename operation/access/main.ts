#!/usr/bin/env node
import { Argument, Command, InvalidArgumentError } from 'commander';
import { withClient } from '../../elasticsearch/withClient.js';
import { EXIT_CODES, exitCodeOf } from '../../ingest/failure.js';
import { printable } from '../../elasticsearch/printable.js';
import { makeKey, makeUsers, readPasswords } from './logins.js';
import { rolesOf, WHO, type Who } from './roles.js';

const program = new Command('npm run access --')
  .description(
    'Makes logins to Elasticsearch, each with no more than it needs: for the API, the ingestion, the tokens and the backup. Itself it takes the login of an administrator.',
  )
  .showHelpAfterError()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage))
  .addHelpText(
    'after',
    '\nExamples:\n  npm run access -- users --passwords secrets\n  npm run access -- key api\n\nExit status: 0 done, 1 failed, 2 wrong usage.',
  );

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

await program.parseAsync().catch((error: unknown) => {
  process.exitCode = exitCodeOf(error);
  console.error(printable(error instanceof Error ? error.message : String(error)));
});

function days(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= 36_500) return value;
  throw new InvalidArgumentError('It must be a whole number of days from 1 to 36500.');
}
