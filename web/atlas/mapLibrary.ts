import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCES = join(import.meta.dirname, '../../node_modules/maplibre-gl/src');
const WORKER = join(SOURCES, 'source/worker.ts');
const NAME = 'virtual:map-worker';

/**
 * Builds MapLibre from its sources, so that the page and the worker load the modules that both need once. Also makes `virtual:map-worker`, the module that has the address of the worker.
 */
export function mapLibrary(): Plugin {
  return {
    name: 'map-library',
    apply: 'build',
    config: () => ({
      // MapLibre's fields without a value only declare types.
      oxc: { typescript: { removeClassFieldsWithoutInitializer: true } },
      resolve: { alias: [{ find: /^maplibre-gl$/, replacement: join(SOURCES, 'index.ts') }] },
    }),
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const worker = this.emitFile({ type: 'chunk', id: WORKER, name: 'mapWorker' });
      return `export default import.meta.ROLLUP_FILE_URL_${worker};`;
    },
  };
}
