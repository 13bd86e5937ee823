import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { provideGlobals } from './jestGlobals.mjs';

const require = createRequire(import.meta.url);

register('./typescriptHooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);

/** What Jest keeps among the globals of one file: its tests' handlers and settings. */
const OF_ONE_FILE = [
  'EVENT_HANDLERS',
  'TEST_TIMEOUT_SYMBOL',
  'RETRY_TIMES',
  'LOG_ERRORS_BEFORE_RETRY',
  'WAIT_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
].map((name) => Symbol.for(name));

/** They would replace modules that Jest loads, and it loads none. */
const WITHOUT_EFFECT = [
  'mock',
  'doMock',
  'unmock',
  'dontMock',
  'deepUnmock',
  'setMock',
  'unstable_mockModule',
  'unstable_unmockModule',
  'createMockFromModule',
  'resetModules',
  'isolateModules',
  'isolateModulesAsync',
];

/**
 * Jest's own runner, with modules loaded by Node itself: those that hundreds of files of tests import are loaded once in
 * a process. Jest would compile and link them anew for each file, which took half of the suite's processor time. Files
 * thus share what modules remember, and the objects of the platform are the same ones everywhere.
 */
export default async function run(globalConfig, config, environment, runtime, path, report) {
  // Jest's own takes the lines of TypeScript from files; Node knows those of what it has loaded.
  Error.prepareStackTrace = undefined;
  for (const symbol of OF_ONE_FILE) delete globalThis[symbol];
  runtime.requireInternalModule = (module) => {
    // What it remembers is one file's tests.
    delete require.cache[module];
    return require(module);
  };
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (module) => {
    const globals = runtime.requireModuleOrMock(path, '@jest/globals');
    provideGlobals({ ...globals, jest: withoutMocks(globals.jest) });
    return import(pathToFileURL(module).href);
  };
  try {
    return await circus.default(globalConfig, config, environment, runtime, path, report);
  } finally {
    // Now, and not with the environment: Jest looks at the clock before.
    environment.fakeTimersModern.dispose();
    environment.moduleMocker.restoreAllMocks();
  }
}

function withoutMocks(jest) {
  const refusals = WITHOUT_EFFECT.map((name) => {
    const refuse = () => {
      throw new Error(
        `jest.${name} has no effect here: Node loads the modules. Hand over what is to be replaced.`,
      );
    };
    return [name, refuse];
  });
  return { ...jest, ...Object.fromEntries(refusals) };
}
