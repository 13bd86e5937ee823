const swc = require('@swc/jest');

/**
 * Compiles TypeScript with SWC, and makes `Math` a constant of each module. In the contexts that Jest runs tests in, each
 * use of a global calls Node's interceptors (https://github.com/nodejs/node/issues/31658). Geometry took four to eight
 * times as long.
 */
exports.createTransformer = (options) => {
  const { process, processAsync, ...transformer } = swc.createTransformer(options);
  const withMath = ({ code, ...output }) => ({
    ...output,
    code: `const { Math } = globalThis; ${code}`,
  });
  return {
    ...transformer,
    process: (...args) => withMath(process(...args)),
    processAsync: async (...args) => withMath(await processAsync(...args)),
  };
};
