import { Argument } from 'commander';
import { say, sayAside, sayJson } from '../../core/cli/printable.js';
import { withClient } from '../../core/elasticsearch/withClient.js';
import { createProgram, mainOf, wholeNumber } from '../../core/cli/program.js';
import { makeKey, makeUsers, readPasswords, rolesOf, WHO, type Who } from './logins.js';

/** Runs `npm run access`. */
export const main = mainOf(() => {
  const program = createProgram(
    'npm run access --',
    'Creates logins to Elasticsearch with the least privileges: for the API, the ingestion, the tokens and the backup. It needs the login of an administrator.',
  ).addHelpText(
    'after',
    '\nExamples:\n  npm run access -- users --passwords secrets\n  npm run access -- key api\n\nExit status: 0 done, 1 failed, 2 wrong usage.',
  );

  const days = wholeNumber(1, 36_500, 'days');
  const who = (): Argument => new Argument('<who>', 'the program that gets the login').choices(WHO);

  program
    .command('users')
    .description('create users and their roles, or set new passwords')
    .requiredOption('--passwords <folder>', `holds the passwords in files called ${WHO.join(', ')}`)
    .option('--prune', 'remove privileges that only another version needs', false)
    .action(async ({ passwords, prune }: { passwords: string; prune: boolean }) => {
      const given = readPasswords(passwords);
      await withClient([], async (connection) => {
        for (const { name, surplus } of await makeUsers(connection, given, prune)) {
          say(name);
          if (surplus.length > 0)
            sayAside(
              `${name} keeps privileges that only another version needs: ${surplus.join('; ')}. When no process of that version runs, pass --prune.`,
            );
        }
      });
    });

  program
    .command('key')
    .description('create an API key for ELASTICSEARCH_API_KEY, and show it once')
    .addArgument(who())
    .option('--expires-days <days>', 'days until it expires (default: never)', days)
    .action(async (name: Who, { expiresDays }: { expiresDays?: number }) => {
      await withClient([], async (connection) => {
        const key = await makeKey(connection, name, expiresDays);
        sayAside('The API key is shown only once. Keep it secret:');
        // Standard output holds the key alone, for scripts.
        say(key);
      });
    });

  program
    .command('role')
    .description('show the privileges as JSON for Elasticsearch and Kibana')
    .addArgument(who())
    .option('--prefix <prefix>', 'the INDEX_PREFIX', 'geo')
    .action((name: Who, { prefix }: { prefix: string }) => {
      sayJson(rolesOf(prefix)[name]);
    });

  return program;
});
