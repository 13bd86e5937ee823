import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { engineFolder } from './folders.js';

/** An operating system account, by number. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account that the server runs as; undefined means our own. Elasticsearch refuses to run as root, so root hands it
 * to the owner of the checkout (as under sudo), or else to `nobody`.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(engineFolder);
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: numberOf('-u') ?? overflowId, gid: numberOf('-g') ?? overflowId };
}

/** The number that Linux itself shows for accounts it does not know; it needs no entry in any list of users. */
const overflowId = 65534;

function numberOf(kind: '-u' | '-g'): number | undefined {
  const answer = spawnSync('id', [kind, 'nobody'], { encoding: 'utf8' });
  // macOS numbers `nobody` -2 and prints it unsigned.
  const id = Number.parseInt(answer.stdout || '', 10) | 0;
  return id === 0 ? undefined : id;
}

/**
 * Tells whether the account may read (`-r`), write (`-w`) or run and enter (`-x`) the path. Asks the system, as that
 * account, because every folder above, groups and access lists have a say in it.
 */
export function may(
  account: Account | undefined,
  access: '-r' | '-w' | '-x',
  path: string,
): boolean {
  return spawnSync('test', [access, path], { ...account, stdio: 'ignore' }).status === 0;
}
