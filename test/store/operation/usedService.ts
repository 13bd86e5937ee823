import { silentProgress } from '../../../core/cli/progress.js';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { retryingClient } from '../../../core/elasticsearch/retry.js';
import type { BuildDocument } from '../../../indices/builds.js';
import { readRegistry } from '../../../ingest/cities/registry.js';
import type { Context } from '../../../ingest/generations/resource.js';
import { ensureBuilds } from '../../../ingest/markers/builds.js';
import type { Backup } from '../../../operation/backup/file.js';
import { restore, type RestoreReport } from '../../../operation/backup/restore.js';
import { TokenStore } from '../../../src/access/tokens/store.js';
import { createSandbox, type Sandbox } from '../ingest/sandbox.js';

export const BUILT = Array.from({ length: 20 }, (_, at) => `square-${at}`);
export const CITY_IDS: [string, string][] = [['1', 'FRA_Paris'], ['2', 'FRA_Lyon'], ['3', 'JPN_Tokyo']]; // prettier-ignore

/** Writes as the game does. */
export interface Game extends Sandbox {
  build(id: string, season: number, icon: number): Promise<void>;
  clear(id: string): Promise<void>;
  /** All builds, and the number of the last write of each. */
  builds(): Promise<Map<string, Partial<BuildDocument> & { written?: number | undefined }>>;
}

export function createGame(): Game {
  const sandbox = createSandbox();
  const { client } = sandbox;
  const at = { index: liveAlias(sandbox.indexPrefix, 'builds'), refresh: true };
  return {
    ...sandbox,
    async build(id, season, icon) {
      const document = {
        id,
        land_id: '881fb46625fffff',
        location: [2, 48],
        season,
        icon,
        skin: '',
      };
      await client.index({ ...at, id, document });
    },
    async clear(id) {
      await client.delete({ ...at, id });
    },
    async builds() {
      const { index } = at;
      const { hits } = await client.search<BuildDocument>({ index, size: 100, seq_no_primary_term: true }); // prettier-ignore
      return new Map(hits.hits.map(({ _id = '', _source, _seq_no: written }) => [_id, { ..._source, written }])); // prettier-ignore
    },
  };
}

/** A service in use: markers built in season 7, two tokens, one of them revoked, and city ids. */
export async function serviceInUse(): Promise<Game & { tokens: TokenStore }> {
  const game = createGame();
  const { client, indexPrefix } = game;
  await ensureBuilds(game, { progress: silentProgress });
  for (const id of BUILT) await game.build(id, 7, 1);
  const tokens = new TokenStore(client, indexPrefix);
  await tokens.create({ name: 'game', scope: 'internal' });
  const { id } = await tokens.create({ name: 'old', scope: 'public' });
  await tokens.revoke(id);
  await (await readRegistry(client, indexPrefix)).add(CITY_IDS, 'some generation');
  return { ...game, tokens };
}

export function restoreInto(
  { client, indexPrefix }: Context,
  backup: Backup,
  {
    rebuild = false,
    isDry = false,
    signal = new AbortController().signal,
    progress = silentProgress,
  } = {},
): Promise<RestoreReport> {
  const context = { client: retryingClient(client, { progress, signal }), indexPrefix };
  return restore({ backup, context, progress, signal, rebuild, isDry });
}
