import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PROJECT } from '../support/docs.js';
import { testFolder } from '../support/folder.js';
import { eventually } from '../pages/browser.js';
import { expectFirst, type Field, useStage } from '../pages/widget/field.js';

const stage = useStage();
const { path: folder } = testFolder();

/** Compiles the components of Vue, without its plugin for Vite. */
const CONFIG = `
  import { compileScript, parse } from 'vue/compiler-sfc';
  const vue = {
    name: 'vue',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.vue')) return undefined;
      const compilerOptions = { isCustomElement: (tag) => tag === 'geo-autocomplete' };
      const { descriptor } = parse(code, { filename: id, templateParseOptions: compilerOptions });
      const { content } = compileScript(descriptor, { id, inlineTemplate: true, templateOptions: { compilerOptions } });
      return { code: content, map: null };
    },
  };
  export default {
    plugins: [vue],
    define: { __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false' },
    resolve: { alias: { 'geographic-data-client/widget': ${JSON.stringify(join(PROJECT, 'dist/web/widget.js'))} } },
    build: { outDir: 'dist', rolldownOptions: { input: process.env.ENTRY, output: { entryFileNames: 'built.js' } } },
  };`;

/** Besides the component of the page, one whose value is shown, and cleared from outside. */
const FRAMEWORKS = {
  React: {
    file: 'Field.jsx',
    entry: `
      import { createElement as h, useState } from 'react';
      import { createRoot } from 'react-dom/client';
      import { CityField } from './Field.jsx';
      function Own() {
        const [value, setValue] = useState('');
        return h('div', { id: 'own' },
          h('geo-autocomplete', { 'aria-label': 'Own', url: URL_OF_SERVICE, token: 'dev-public', value,
            onInput: (event) => setValue(event.currentTarget.value),
            onChange: (event) => { window.changed = event.currentTarget.value; } }),
          h('output', null, value),
          h('button', { onClick: () => setValue('') }, 'Empty'));
      }
      createRoot(document.querySelector('#root')).render(h('div', null, h(CityField), h(Own)));`,
  },
  Vue: {
    file: 'Field.vue',
    entry: `
      import { createApp, h } from 'vue';
      import Field from './Field.vue';
      import Own from './Own.vue';
      createApp({ render: () => h('div', [h(Field), h(Own)]) }).mount('#root');`,
  },
} as const;

const OWN_VUE = `
  <script setup>
  import { ref } from 'vue';
  const value = ref('');
  const changed = (event) => { window.changed = event.target.value; };
  </script>
  <template>
    <div id="own">
      <geo-autocomplete aria-label="Own" url="URL_OF_SERVICE" token="dev-public" v-model="value" @change="changed" />
      <output>{{ value }}</output>
      <button @click="value = ''">Empty</button>
    </div>
  </template>`;

/** Returns the code that the page shows for a framework. */
async function codeOf(framework: string): Promise<string> {
  const { page } = await stage.visit(`${stage.address}/widget`);
  await page.locator('#city[token]').waitFor();
  await page.getByLabel(framework, { exact: true }).check();
  return page.getByLabel('the code', { exact: true }).innerText();
}

function bundle(framework: keyof typeof FRAMEWORKS, code: string): string {
  const { file, entry } = FRAMEWORKS[framework];
  const own = { [file]: code, 'Own.vue': OWN_VUE, [`${framework}.js`]: entry, 'vite.config.mjs': CONFIG }; // prettier-ignore
  const address = JSON.stringify(stage.address);
  for (const [name, text] of Object.entries(own))
    writeFileSync(
      join(folder, name),
      text
        .replaceAll('"URL_OF_SERVICE"', () => address)
        .replaceAll('URL_OF_SERVICE', () => address),
    );
  const vite = join(PROJECT, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ENTRY: `${framework}.js` },
  });
  return readFileSync(join(folder, 'dist/built.js'), 'utf8');
}

async function chooseMadrid(field: Field): Promise<void> {
  await field.input.fill('madrid');
  await expectFirst(field, 'Madrid');
  await field.input.press('Enter');
}

describe('frameworks', () => {
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));

  test.each(['React', 'Vue'] as const)(
    'the code of the page for %s runs as it is shown',
    async (framework) => {
      const script = bundle(framework, await codeOf(framework));
      const field = await stage.visit(`${stage.address}/page`, async (page) => {
      const html = '<!doctype html><html lang="en"><title>Test</title><div id="root"></div><script type="module" src="/built.js"></script></html>'; // prettier-ignore
      await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: html }));
      await page.route('**/built.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    }); // prettier-ignore
      // The component of the page: what was chosen stays through the rendering that it causes.
      await field.page.getByRole('combobox', { name: 'City' }).waitFor();
      await chooseMadrid(field);
      expect(await field.read('field.value')).toBe('ESP_Madrid');
      expect(await field.input.inputValue()).toMatch(/^Madrid/);

      const own = field.page.locator('#own');
      const input = own.getByRole('combobox');
      const state = own.locator('output');
      const names = () => own.getByRole('option').locator('span:first-child').allTextContents();
      const stateIs = (expected: string): Promise<void> =>
        eventually(async () => {
          expect(await state.innerText()).toBe(expected);
        });
      await input.fill('madrid');
      await expectFirst({ names }, 'Madrid');
      await input.press('Enter');
      await stateIs('ESP_Madrid');
      expect(await field.read('window.changed')).toBe('ESP_Madrid');
      await own.getByRole('button', { name: 'Empty' }).click();
      await stateIs('');
      await eventually(async () => {
        expect(await input.inputValue()).toBe('');
      });
      // A choice by a click, then the button inside of the element.
      await input.fill('madrid');
      await own.getByRole('option').first().click();
      await stateIs('ESP_Madrid');
      await own.getByRole('button', { name: 'Clear' }).click();
      await stateIs('');
      // Typing is no choice, and rendering does not disturb it.
      await input.pressSequentially('lond');
      await expectFirst({ names }, 'London');
      expect(await input.inputValue()).toBe('lond');
    },
  );

  test('so does the code for HTML, whose integrity is that of the file', async () => {
    const code = await codeOf('HTML');
    expect(code).toMatch(/widget\/1\/widget\.js"\s+integrity="sha384-[\w+/]{64}"><\/script>/);
    const visitWith = (html: string): Promise<Field> =>
      stage.visit(`${stage.address}/page`, (page) =>
        page.route('**/page', (route) =>
          route.fulfill({ contentType: 'text/html', body: `<!doctype html>${html}` }),
        ),
      );
    const field = await visitWith(code);
    await chooseMadrid(field);
    expect(await field.read('field.value')).toBe('ESP_Madrid');
    const { page } = await visitWith(code.replace(/sha384-.{8}/, 'sha384-AAAAAAAA'));
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate("customElements.get('geo-autocomplete')")).toBeUndefined();
  });
});
