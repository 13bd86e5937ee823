import { type Command, Option } from 'commander';
import { UsageError } from '../../../core/cli/failure.js';
import { say, sayAside, sayJson } from '../../../core/cli/printable.js';
import { createProgram, mainOf } from '../../../core/cli/program.js';
import { withClient } from '../../../core/elasticsearch/withClient.js';
import { tokens, tokenUses } from '../../../indices/tokens.js';
import { type MadeToken, type NewToken, type Rotation, TokenStore } from './store.js';
import {
  days,
  type DescribedToken,
  describeToken,
  hours,
  origins,
  REMIND_BEFORE_DAYS,
  reminderOf,
  requestsPerSecond,
  tokenLine,
  tokenName,
} from './text.js';
import { SCOPES } from './token.js';

const MS_PER_DAY = 86_400_000;
const KEEP_HOURS = 24;

interface Options {
  readonly json?: boolean;
  readonly expiresDays?: number;
}

async function create({
  expiresDays,
  requestsPerSecond: limit,
  json,
  ...wanted
}: Options & NewToken & { requestsPerSecond?: number }): Promise<void> {
  if (wanted.scope === 'internal' && wanted.origins !== undefined) {
    throw new UsageError(
      'An internal token must not be in a page, where everybody can read it. Use --origins with --scope public only.',
    );
  }
  await withStore(async (store) => {
    const rate = limit === undefined ? {} : { requests_per_second: limit };
    const made = await store.create({ ...wanted, ...expiryOf(expiresDays), ...rate });
    if (json) sayJson(made);
    else printMade(made);
  });
}

async function list({ json }: Options): Promise<void> {
  await withStore(async (store) => {
    const [documents, uses] = await Promise.all([store.list(), store.lastUses()]);
    const described = documents.map((document) => describeToken(document, uses.get(document.id)));
    if (json) sayJson(described);
    else if (described.length === 0) sayAside('There are no tokens yet. Make one with `create`.');
    else printTokens(described);
  });
}

async function show(idOrName: string, { json }: Options): Promise<void> {
  await withStore(async (store) => {
    const document = existing(await store.get(idOrName), idOrName);
    const token = describeToken(document, (await store.lastUses()).get(document.id));
    if (json) sayJson(token);
    else printTokens([token]);
  });
}

async function rotate(
  idOrName: string,
  { keepHours, expiresDays, json }: Options & Rotation,
): Promise<void> {
  await withStore(async (store) => {
    const rotation = { keepHours, ...expiryOf(expiresDays) };
    const { made, old, unsure } = existing(await store.rotate(idOrName, rotation), idOrName);
    if (json) sayJson({ ...made, replaces: old });
    else {
      if (unsure === undefined) sayAside(`The old token: ${tokenLine(old)}`);
      printMade(made);
    }
    if (unsure === undefined) return;
    const reason = unsure instanceof Error ? unsure.message : 'no reason given';
    throw new Error(
      `The new token is valid, but the old token ${old.id} may not end on ${old.expires_at} (${reason}). Check it with \`show ${old.id}\`. Once the new token is in use, end the old one with \`revoke ${old.id}\`.`,
    );
  });
}

async function revoke(idOrName: string, { json }: Options): Promise<void> {
  await withStore(async (store) => {
    const revoked = existing(await store.revoke(idOrName), idOrName);
    if (json) sayJson(revoked);
    else sayAside(tokenLine(revoked));
    sayAside('Every API process rejects it within 5 seconds.');
  });
}

function withStore(work: (store: TokenStore) => Promise<void>): Promise<void> {
  return withClient([tokens.resource, tokenUses.resource], ({ client, indexPrefix }) =>
    work(new TokenStore(client, indexPrefix)),
  );
}

function expiryOf(validDays: number | undefined): { expires_at?: string } {
  if (validDays === undefined) return {};
  return { expires_at: new Date(Date.now() + validDays * MS_PER_DAY).toISOString() };
}

function existing<T>(found: T | undefined, idOrName: string): T {
  if (found !== undefined) return found;
  throw new Error(
    `There is no token with the id ${idOrName}, and no valid token with this name. Run \`list\` to see all tokens.`,
  );
}

function printMade({ token, ...document }: MadeToken): void {
  sayAside(tokenLine(document));
  sayAside('The token is shown only once. Keep it secret:');
  // Alone on standard output, so that scripts can read it.
  say(token);
}

function printTokens(described: readonly DescribedToken[]): void {
  for (const token of described)
    say(`${tokenLine(token)}, last used ${token.last_used_at ?? 'never'}`);
  for (const reminder of described.map(reminderOf)) if (reminder !== undefined) sayAside(reminder);
}

const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  npm run tokens -- ${line}\n`).join('')}`;

/** Runs `npm run tokens`. */
export const main = mainOf(() => {
  const program = createProgram(
    'npm run tokens --',
    'Makes, lists, rotates and revokes access tokens.',
  ).addHelpText('after', '\nExit status: 0 done, 1 failed, 2 wrong usage.');

  const command = (name: string, description: string): Command =>
    program.command(name).description(description).option('--json', 'print JSON');

  command('create', 'make a token and show it, once')
    .requiredOption('--name <name>', 'its name; no two valid tokens have the same', tokenName)
    .addOption(
      new Option('--scope <scope>', 'what it gives access to')
        .choices(SCOPES)
        .makeOptionMandatory(),
    )
    .option('--expires-days <days>', 'how long it is valid; default: until revoked', days)
    .option(
      '--requests-per-second <number>',
      'its limit in each API process; 0: no limit; default: RATE_LIMIT_…',
      requestsPerSecond,
    )
    .option(
      '--origins <origins>',
      'whose pages may use it, separated by commas; default: all; only browsers obey',
      origins,
    )
    .addHelpText(
      'after',
      examples(
        'create --name game --scope internal --requests-per-second 500',
        'create --name widget --scope public --expires-days 365 --origins https://example.com',
      ),
    )
    .action(create);
  command(
    'list',
    `list all tokens with their last use, without secrets; remind of those that expire within ${REMIND_BEFORE_DAYS} days`,
  ).action(list);
  command('show', 'show one token with its last use')
    .argument('<id>', 'its id or name')
    .action(show);
  command('rotate', 'replace a token by a new one with the same name, scope, limit and origins')
    .argument('<id>', 'its id or name')
    .option('--keep-hours <hours>', 'how long the old token stays valid', hours, KEEP_HOURS)
    .option(
      '--expires-days <days>',
      'how long the new token is valid; default: as long as the old one',
      days,
    )
    .addHelpText('after', examples('rotate widget', 'rotate widget --keep-hours 72'))
    .action(rotate);
  command('revoke', 'end a token').argument('<id>', 'its id or name').action(revoke);

  return program;
});
