import { Command, InvalidArgumentError, Option } from 'commander';
import type { TokenDocument } from '../../indices/tokens.js';
import { withClient } from '../../elasticsearch/withClient.js';
import { SCOPES, type Scope } from './caller.js';
import { TokenStore } from './store.js';

const MS_PER_DAY = 86_400_000;

function days(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 36_500) {
    throw new InvalidArgumentError('It must be a whole number of days from 1 to 36500.');
  }
  return value;
}

function withStore(work: (store: TokenStore) => Promise<void>): Promise<void> {
  return withClient(({ client, indexPrefix }) => work(new TokenStore(client, indexPrefix)));
}

interface CreateOptions {
  name: string;
  scope: Scope;
  expiresDays?: number;
}

async function create({ name, scope, expiresDays }: CreateOptions): Promise<void> {
  const expiry =
    expiresDays === undefined ? {} : { expiresAt: new Date(Date.now() + expiresDays * MS_PER_DAY) };
  await withStore(async (store) => {
    const created = await store.create({ name, scope, ...expiry });
    console.error(describe(created));
    console.error('The token is shown this once only; keep it secret:');
    // Alone on standard output, so that scripts can take it from there.
    console.log(created.token);
  });
}

async function list(): Promise<void> {
  await withStore(async (store) => {
    const documents = await store.list();
    if (documents.length === 0) console.error('There are no tokens yet. Make one with `create`.');
    for (const document of documents) console.log(describe(document));
  });
}

async function revoke(id: string): Promise<void> {
  await withStore(async (store) => {
    const revoked = await store.revoke(id);
    if (revoked === undefined) {
      throw new Error(`There is no token with the id ${id}. \`list\` shows the ids.`);
    }
    console.error(describe(revoked));
    console.error('Every API process refuses it within 5 seconds.');
  });
}

function describe(document: TokenDocument): string {
  const { id, name, scope, created_at: created, expires_at: expires } = document;
  const state = document.revoked_at === undefined ? '' : `, revoked ${document.revoked_at}`;
  return `${id}  ${scope}  ${name}  created ${created}, expires ${expires ?? 'never'}${state}`;
}

const program = new Command('tokens').description('Makes, lists and revokes access tokens.');
program
  .command('create')
  .description('makes a token and shows it, once')
  .requiredOption('--name <name>', 'whose it is')
  .addOption(new Option('--scope <scope>', 'what it opens').choices(SCOPES).makeOptionMandatory())
  .option('--expires-days <days>', 'how long it is valid; without it: until it is revoked', days)
  .action(create);
program.command('list').description('shows all tokens, without their secrets').action(list);
program.command('revoke').description('ends a token').argument('<id>').action(revoke);

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
