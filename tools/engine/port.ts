import { createServer, type Server } from 'node:net';
import { EngineError } from './errors.js';
import { portInUse } from './reason.js';

const MAX_PORT = 65_535;

/**
 * Tries the port. The server would complain too, but only after a build and seconds of starting.
 * @throws EngineError `port_in_use`
 */
export async function requireFreePort(port: number): Promise<void> {
  if (port > MAX_PORT) {
    throw new EngineError(
      'port_in_use',
      `There is no port ${port}, ${MAX_PORT} is the last one: choose a lower one.`,
    );
  }
  await new Promise<void>((done, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? portInUse(port)
          : new EngineError('port_in_use', `Port ${port} cannot be used: ${error.message}.`),
      );
    });
    probe.listen(port, '127.0.0.1', () =>
      probe.close(() => {
        done();
      }),
    );
  });
}

/** Chooses ports that nobody uses, all different. */
export async function freePorts(count: number): Promise<number[]> {
  // Held at the same time, or the system might choose the same one again.
  const held = await Promise.all(Array.from({ length: count }, holdPort));
  await Promise.all(held.map(({ server }) => new Promise((done) => server.close(done))));
  return held.map(({ port }) => port);
}

function holdPort(): Promise<{ server: Server; port: number }> {
  return new Promise((done, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address !== null && typeof address !== 'string') done({ server, port: address.port });
    });
  });
}
