import { defineConfig, type UserConfig } from 'vite';
import { atlas } from './atlas/plugin.js';

/** Slow machines would only cause warnings. */
const checks = { bundlerTimings: false };

/** The pages, with shared code in files of its own. */
const pages: UserConfig['build'] = {
  modulePreload: { polyfill: false },
  rolldownOptions: { checks, input: ['explorer/index.html', 'widget/index.html'] },
};

/** The widget, a single file with the exports of its source. */
const widget: UserConfig['build'] = {
  rolldownOptions: {
    checks,
    input: 'widget/widget.ts',
    preserveEntrySignatures: 'strict',
    output: { entryFileNames: 'widget.js', codeSplitting: false },
  },
};

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [atlas()],
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
    ...(mode === 'widget' ? widget : pages),
  },
}));
