import { defineConfig, type UserConfig } from 'vite';
import { mapLibrary } from './atlas/mapLibrary.js';
import { atlas } from './atlas/plugin.js';

/** Slow machines would only cause warnings. */
const checks = { bundlerTimings: false };

/** The pages, with shared code in files of its own. */
const pages: UserConfig['build'] = {
  modulePreload: { polyfill: false },
  rolldownOptions: {
    checks,
    input: ['explorer/index.html', 'widget/index.html', 'missing/index.html'],
  },
};

/** Builds a single file with the exports of its source. */
const singleFile = (input: string, entryFileNames: string): UserConfig['build'] => ({
  rolldownOptions: {
    checks,
    input,
    preserveEntrySignatures: 'strict',
    output: { entryFileNames, codeSplitting: false },
  },
});

const SINGLE_FILES: Readonly<Record<string, UserConfig['build']>> = {
  widget: singleFile('widget/widget.ts', 'widget.js'),
  client: singleFile('client/src/index.ts', 'client.js'),
};

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [atlas(), mapLibrary()],
  // Relative addresses, so that pages also work below a path.
  base: './',
  experimental: {
    // Every page is served from the root.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? file : { relative: true }),
  },
  build: {
    target: 'es2022',
    outDir: '../dist/web',
    emptyOutDir: false,
    // The content security policy forbids inline assets.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    ...(SINGLE_FILES[mode] ?? pages),
  },
}));
