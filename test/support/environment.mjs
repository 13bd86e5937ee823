import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Loads what all files of tests that run in this process share. Each has its own instance of what it imports, which takes
 * a second for large packages; but only what does not care where objects were made can be shared.
 */
const requireOnce = createRequire(import.meta.url);

keepCompiled();

/**
 * Jest's environment for Node, on a plain global object. Jest's own one passes every use of `Math`, `Number` or `Map`
 * through a proxy, which makes geometry four times as slow as it is outside of tests.
 */
export default class PlainGlobalEnvironment extends TestEnvironment {
  constructor(...options) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...options);
    } finally {
      vm.createContext = createContext;
    }
    this.global.requireOnce = requireOnce;
  }

  // While nothing is tested, to listen would keep this process from ending by itself.
  async setup() {
    await super.setup();
    process.on('disconnect', endWithJest);
  }

  async teardown() {
    process.off('disconnect', endWithJest);
    await super.teardown();
  }
}

/**
 * Lets the packages that nearly every file of tests loads anew, some hundred modules of them, be compiled by the first
 * file only: each file still has its own instances.
 */
function keepCompiled() {
  const { compileFunction } = vm;
  const compiled = new Map();
  vm.compileFunction = (source, parameters, options) => {
    const { filename } = options;
    if (!filename.includes('node_modules')) return compileFunction(source, parameters, options);
    const cachedData = compiled.get(filename);
    const made = compileFunction(source, parameters, {
      ...options,
      cachedData,
      produceCachedData: !cachedData,
    });
    if (!cachedData) compiled.set(filename, made.cachedData);
    return made;
  };
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
