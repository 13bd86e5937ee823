import { defineConfig, type UserConfig } from 'vite';

/** It warns on slow machines of what nobody can do anything about. */
const checks = { bundlerTimings: false };

/** The pages, each with its own entry; what they share is in files of its own. */
const pages: UserConfig['build'] = {
  modulePreload: { polyfill: false },
  rolldownOptions: { checks, input: ['explorer/index.html', 'widget/index.html'] },
};

/** The widget: one file with everything in it, and with the exports of its source. */
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
  // Addresses are relative, so that it all also works below a path of a proxy.
  base: './',
  experimental: {
    // Every page is served from the root, in whatever folder it is made.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? file : { relative: true }),
  },
  build: {
    target: 'es2022',
    outDir: '../dist/web',
    emptyOutDir: false,
    // The content security policy takes what comes from here, and little else.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    ...(mode === 'widget' ? widget : pages),
  },
}));
