import { Command, Option } from 'commander';
import type { TokenDocument } from '../../../indices/tokens.js';
import { printable } from '../../../core/cli/printable.js';
import { withClient } from '../../../core/elasticsearch/withClient.js';
import { days, hours, origins, requestsPerSecond, tokenName } from './arguments.js';
import { SCOPES, type Scope } from './caller.js';
import { describe, describeUse, REMIND_BEFORE_DAYS, remind, told } from './describe.js';
import { type MadeToken, TokenStore } from './store.js';
import { readUses, type TokenUse } from './uses.js';

const MS_PER_DAY = 86_400_000;
const USE_DAYS = 30;
const KEEP_HOURS = 24;

interface Tokens {
  readonly store: TokenStore;
  /** Of the last days, by the ids of the tokens. */
  readonly readUses: () => Promise<Map<string, TokenUse>>;
}

function withTokens(work: (tokens: Tokens) => Promise<void>): Promise<void> {
  return withClient(({ client, indexPrefix }) =>
    work({
      store: new TokenStore(client, indexPrefix),
      readUses: () => readUses(client, indexPrefix, USE_DAYS),
    }),
  );
}

interface ForPrograms {
  json?: boolean;
}

interface CreateOptions extends ForPrograms {
  name: string;
  scope: Scope;
  expiresDays?: number;
  requestsPerSecond?: number;
  origins?: string[];
}

async function create({ expiresDays, json = false, ...wanted }: CreateOptions): Promise<void> {
  if (wanted.scope === 'internal' && wanted.origins !== undefined) {
    throw new Error(
      'An internal token must not be in a page, where everybody can read it: --origins is for public ones.',
    );
  }
  await withTokens(async ({ store }) => {
    const made = await store.create({ ...wanted, ...expiryIn(expiresDays) });
    if (json) printJson(made);
    else printMade(made);
  });
}

async function list({ json = false }: ForPrograms): Promise<void> {
  await withTokens(async ({ store, readUses }) => {
    const [documents, uses] = await Promise.all([store.list(), readUses()]);
    const tokens = documents.map((document) => told(document, uses.get(document.id)));
    if (json) {
      printJson(tokens);
      return;
    }
    if (tokens.length === 0) note('There are no tokens yet. Make one with `create`.');
    for (const token of tokens) say(describeUse(token));
    for (const reminder of tokens.flatMap(remind)) note(reminder);
  });
}

async function show(idOrName: string, { json = false }: ForPrograms): Promise<void> {
  await withTokens(async ({ store, readUses }) => {
    const document = existing(await store.get(idOrName), idOrName);
    const token = told(document, (await readUses()).get(document.id));
    if (json) {
      printJson(token);
      return;
    }
    say(describeUse(token));
    for (const [day, count] of Object.entries(token.requests)) say(`${day}  ${count}`);
    for (const reminder of remind(token)) note(reminder);
  });
}

interface RotateOptions extends ForPrograms {
  keepHours: number;
  expiresDays?: number;
}

async function rotate(
  idOrName: string,
  { keepHours, expiresDays, json = false }: RotateOptions,
): Promise<void> {
  await withTokens(async ({ store }) => {
    const rotation = { keepHours, ...expiryIn(expiresDays) };
    const { made, old, unsure } = existing(await store.rotate(idOrName, rotation), idOrName);
    if (json) printJson({ ...made, replaces: old });
    else {
      if (unsure === undefined) note(`The old one: ${describe(old)}`);
      printMade(made);
    }
    if (unsure === undefined) return;
    const reason = unsure instanceof Error ? unsure.message : 'no reason given';
    throw new Error(
      `The new token is good. Nobody knows whether the old one, ${old.id}, ends on ${old.expires_at ?? ''} (${reason}): \`show ${old.id}\` tells; \`revoke ${old.id}\` ends it, once the new one is in use.`,
    );
  });
}

async function revoke(idOrName: string, { json = false }: ForPrograms): Promise<void> {
  await withTokens(async ({ store }) => {
    const revoked = existing(await store.revoke(idOrName), idOrName);
    if (json) printJson(revoked);
    else note(describe(revoked));
    note('Every API process refuses it within 5 seconds.');
  });
}

function expiryIn(count: number | undefined): { expiresAt?: Date } {
  return count === undefined ? {} : { expiresAt: new Date(Date.now() + count * MS_PER_DAY) };
}

function existing<T>(found: T | undefined, idOrName: string): T {
  if (found !== undefined) return found;
  throw new Error(
    `There is no token with the id ${idOrName}, and no valid one with this name. \`list\` shows them.`,
  );
}

function printMade({ token, ...document }: MadeToken): void {
  const stored: TokenDocument = document;
  note(describe(stored));
  note('The token is shown this once only; keep it secret:');
  // Alone on standard output, so that scripts can take it from there.
  say(token);
}

function printJson(value: unknown): void {
  say(JSON.stringify(value, undefined, 2));
}

/** Names that an earlier version took, or that a backup brought, hold anything. */
function say(text: string): void {
  console.log(printable(text));
}

/** Says what is not for programs. */
function note(text: string): void {
  console.error(printable(text));
}

const json = (): Option => new Option('--json', 'for programs');
const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  npm run tokens -- ${line}\n`).join('')}`;

const program = new Command('tokens').description(
  'Makes, lists, rotates and revokes access tokens, and tells of their use.',
);
program
  .command('create')
  .description('make a token and show it, once')
  .requiredOption('--name <name>', 'whose it is; no other valid token has it', tokenName)
  .addOption(new Option('--scope <scope>', 'what it opens').choices(SCOPES).makeOptionMandatory())
  .option('--expires-days <days>', 'how long it is valid; else until it is revoked', days)
  .option(
    '--requests-per-second <number>',
    'what it may send to one API process; 0: any number; else as RATE_LIMIT_… says',
    requestsPerSecond,
  )
  .option(
    '--origins <origins>',
    'whose pages may use it, separated by commas; else those of all. Hinders browsers only',
    origins,
  )
  .addOption(json())
  .addHelpText(
    'after',
    examples(
      'create --name game --scope internal --requests-per-second 500',
      'create --name widget --scope public --expires-days 365 --origins https://example.com',
    ),
  )
  .action(create);
program
  .command('list')
  .description(
    `show all tokens without their secrets, with their use, and those that expire within ${REMIND_BEFORE_DAYS} days`,
  )
  .addOption(json())
  .action(list);
program
  .command('show')
  .description(`show one token, and its requests on each of the last ${USE_DAYS} days`)
  .argument('<id>', 'its id or name')
  .addOption(json())
  .action(show);
program
  .command('rotate')
  .description('make a token in place of another one, of the same name, scope, limit and origins')
  .argument('<id>', 'its id or name')
  .option('--keep-hours <hours>', 'how long the old one stays valid', hours, KEEP_HOURS)
  .option('--expires-days <days>', 'how long the new one is valid; else as long as the old', days)
  .addOption(json())
  .addHelpText('after', examples('rotate widget', 'rotate widget --keep-hours 72'))
  .action(rotate);
program
  .command('revoke')
  .description('end a token')
  .argument('<id>', 'its id or name')
  .addOption(json())
  .action(revoke);

try {
  await program.parseAsync();
} catch (error) {
  note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
