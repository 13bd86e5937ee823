import { freePorts } from '../../tools/engine/machine.js';

/** Returns a port of this machine that nobody listens on now. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
