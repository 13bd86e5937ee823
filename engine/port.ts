import { createServer, type Server } from 'node:net';
import { EngineError } from './errors.js';
import { portInUse } from './reason.js';
import { lastPort } from './running.js';

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
          : new EngineError('port_in_use', portProblem(port, error)),
      );
    });
    probe.listen(port, '127.0.0.1', () =>
      probe.close(() => {
        done();
      }),
    );
  });
}

function portProblem(port: number, error: Error): string {
  return `Port ${port} of 127.0.0.1 cannot be used: ${error.message}.`;
}

/**
 * Returns the port for a server on the data: the given one, else that of the last start, else 0 for any free one.
 * @throws EngineError `port_in_use` if the given one is not free
 */
export async function choosePort(
  dataFolder: string,
  { port, log }: { port?: number | undefined; log?: ((line: string) => void) | undefined },
): Promise<number> {
  const wanted = port ?? lastPort(dataFolder);
  if (wanted === undefined) return 0;
  try {
    await requireFreePort(wanted);
    return wanted;
  } catch (error) {
    if (port !== undefined) throw error;
    log?.(`Port ${wanted} of the last start is in use by another program. Another one is chosen.`);
    return 0;
  }
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
