import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { provideGlobals } from './jestGlobals.mjs';

const require = createRequire(import.meta.url);

register('./typescriptHooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);

/**
 * Jest's own runner, with modules loaded by Node itself: those that hundreds of files of tests import are loaded once in
 * a process. Jest would compile and link them anew for each file, which took half of the suite's processor time. Files
 * thus share what modules remember, and the objects of the platform are the same ones everywhere.
 */
export default async function run(globalConfig, config, environment, runtime, path, report) {
  // Jest's own takes the lines of TypeScript from files; Node knows those of what it has loaded.
  Error.prepareStackTrace = undefined;
  runtime.requireInternalModule = (module) => {
    // What it remembers is one file's tests.
    delete require.cache[module];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return require(module);
  };
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (module) => {
    provideGlobals(runtime.requireModuleOrMock(path, '@jest/globals'));
    return import(pathToFileURL(module).href);
  };
  try {
    return await circus.default(globalConfig, config, environment, runtime, path, report);
  } finally {
    environment.fakeTimersModern.dispose();
    environment.moduleMocker.restoreAllMocks();
  }
}
