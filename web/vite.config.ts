import { readFileSync } from 'node:fs';
import { defineConfig, type UserConfig } from 'vite';

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

const read = (path: string): string => readFileSync(`${import.meta.dirname}/../${path}`, 'utf8');

/** Returns the ids of the built-in capitals and seats of government. */
function capitals(): string[] {
  const { supplemental } = JSON.parse(read('node_modules/cldr-core/supplemental/codeMappings.json')) as
    { supplemental: { codeMappings: Partial<Record<string, { _alpha3: string }>> } }; // prettier-ignore
  const rows = read('ingest/data/capitals.tsv').trim().split('\n').slice(1);
  return rows.map((row) => {
    const [country = '', , name = ''] = row.split('\t');
    const code = country === 'XK' ? 'XKX' : supplemental.codeMappings[country]?._alpha3;
    return `${code}_${name.replaceAll(' ', '')}`;
  });
}

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  publicDir: false,
  define: { CAPITALS: JSON.stringify(capitals()) },
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
