import { connect } from 'node:net';

/**
 * Sends bytes as they are, and returns all that comes until the server closes the connection.
 * @param then `end` half-closes the connection after the bytes
 */
export function sendBytes(url: string, bytes: string, then: 'wait' | 'end'): Promise<string> {
  const { port, hostname: host } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ port: Number(port), host, allowHalfOpen: then === 'end' }, () => {
      if (then === 'end') socket.end(bytes, 'latin1');
      else socket.write(bytes, 'latin1');
    });
    socket.setTimeout(20_000, () => socket.destroy(new Error('it is not closed')));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('close', () => {
      resolve(answer);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) reject(error);
    });
  });
}
