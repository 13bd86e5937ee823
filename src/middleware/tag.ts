import { hash } from 'node:crypto';

/** Returns the tag of an answer that this stands for: a weak one, the same in every content coding. */
export function tagOf(named: string | Buffer): string {
  return `W/"${hash('sha256', named, 'base64url').slice(0, 22)}"`;
}
