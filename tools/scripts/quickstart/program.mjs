import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectFolder } from '../install.mjs';

/** Ends the program when its input ends, which it does with this process, also if that is killed. */
const ENDS_WITH_INPUT = `data:text/javascript,${encodeURIComponent(
  `process.stdin.once('close', () => process.kill(process.pid)).resume().unref()`,
)}`;

/**
 * Starts a compiled program that ends with this process at the latest.
 * @param {string} file below dist/
 * @param {'inherit' | 'pipe'} output its output and its errors
 */
export function startProgram(file, args, environment, output) {
  const program = join(projectFolder, 'dist', file);
  const child = spawn(process.execPath, ['--import', ENDS_WITH_INPUT, program, ...args], {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    stdio: ['pipe', output, output],
  });
  return { child, exited: new Promise((resolve) => child.once('exit', resolve)) };
}
