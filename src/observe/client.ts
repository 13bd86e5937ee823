import type { IncomingMessage } from 'node:http';

/**
 * Returns the address of the caller.
 * @param trustedProxies as many of the last addresses in `X-Forwarded-For` were written by proxies
 * of the operator's own; 0: the header is the caller's, and ignored
 */
export function clientOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = headers['x-forwarded-for'];
  const addresses =
    trustedProxies === 0 || forwarded === undefined ? [] : String(forwarded).split(',');
  const client = addresses.slice(-trustedProxies)[0]?.trim() ?? '';
  return client === '' ? (socket.remoteAddress ?? '') : client;
}
