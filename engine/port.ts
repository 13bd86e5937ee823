import { createServer } from 'node:net';
import { EngineError } from './errors.js';
import { portInUse } from './reason.js';

/**
 * Tries the port. The server would complain too, but only after a build and seconds of starting.
 * @throws EngineError `port_in_use`
 */
export async function requireFreePort(port: number): Promise<void> {
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
