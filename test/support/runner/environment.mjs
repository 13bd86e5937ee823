import { spawnSync } from 'node:child_process';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * Jest's environment without a context of its own: tests run among the globals of their process, as programs do. After a
 * file of tests its variables of the environment are what they were, and what Jest replaced for it.
 */
export default class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  /** Jest's name for its old ones, which nobody uses. */
  fakeTimers = null;
  #variables = { ...process.env };
  // Jest replaces these for each file.
  #console = globalThis.console;
  #exit = process.exit;
  #getBuiltinModule = process.getBuiltinModule;

  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  /** Jest loads nothing by itself: see runner.mjs. */
  getVmContext() {
    return null;
  }

  // While nothing is tested, to listen would keep this process from ending by itself.
  async setup() {
    process.on('disconnect', endWithJest);
  }

  async teardown() {
    process.off('disconnect', endWithJest);
    // That of the file would fail the run for what is logged after it, as by a teardown.
    globalThis.console = this.#console;
    process.exit = this.#exit;
    process.getBuiltinModule = this.#getBuiltinModule;
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#variables)) delete process.env[name];
    }
    Object.assign(process.env, this.#variables);
  }
}

/**
 * Ends this process, and those that it has started, with the one that runs it. Otherwise an interrupted run would leave
 * its workers at their tests, with their servers and browsers.
 */
function endWithJest() {
  for (const pid of children()) {
    try {
      process.kill(pid);
    } catch {
      // It has ended meanwhile.
    }
  }
  process.exit();
}

function children() {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' });
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return processes.filter(([, parent]) => parent === process.pid).map(([pid]) => pid);
}
