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

/** Returns the ids of the built-in capitals, each with a note, which is mostly empty. */
function capitals(): Record<string, string> {
  const mappings = read('node_modules/cldr-core/supplemental/codeMappings.json');
  const { codeMappings: codes } = (JSON.parse(mappings) as Mappings).supplemental;
  const rows = read('ingest/data/capitals.tsv').trim().split('\n').slice(1);
  return Object.fromEntries(
    rows.map((row) => {
      const [country = '', , name = '', note = ''] = row.split('\t');
      const code = country === 'XK' ? 'XKX' : codes[country]?._alpha3;
      return [`${code}_${name.replaceAll(' ', '')}`, note.trim()];
    }),
  );
}

interface Mappings {
  supplemental: { codeMappings: Partial<Record<string, { _alpha3: string }>> };
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
