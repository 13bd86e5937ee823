import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { PROJECT, readProjectFile } from '../../support/docs.js';
import { emptyFolder } from '../../support/folder.js';

const files = emptyFolder('the scripts ');
const { path: folder } = files;

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const copy = (name: string): void => {
  cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
};

const { scripts } = JSON.parse(readProjectFile('package.json')) as { scripts: Record<string, string> }; // prettier-ignore

/** Runs the command of a script. Unlike npm, it does not compile what is compiled. */
function runScript(name: string, ...more: string[]): { status: number | null; stderr: string } {
  const [, ...args] = scripts[name]?.split(' ') ?? [];
  const options = { cwd: PROJECT, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, [...args, ...more], options);
  return { status, stderr };
}

test('`npm run tokens` before anything is installed: one sentence, and what to do', () => {
  for (const name of ['package.json', 'tools/scripts']) copy(name);
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'tokens'], options);
  expect(stderr).toMatch(/^The dependencies are not installed\. Run `npm ci.*$/m);
  expect(stderr).not.toMatch(/not found|Cannot find|at /);
  expect(status).toBe(1);
});

const compiled = Object.keys(scripts).filter((name) => scripts[name]?.includes('node dist/'));
test.each([...compiled, 'client:schema', 'sources:schema'])('`npm run %s` compiles first', (name) => {
  expect(scripts[`pre${name}`]).toMatch(/^npm run --silent build\b/);
  expect(scripts.build).toBe('node tools/scripts/build.mjs');
}); // prettier-ignore

test('`npm run sources:schema` writes the schema that is committed', () => {
  expect(runScript('sources:schema', '--check')).toEqual({ status: 0, stderr: '' });
});

test('`npm run region-borders` without a file says what it needs', () => {
  expect(runScript('region-borders')).toEqual({ status: 1, stderr: 'Name the file: npm run region-borders -- world_map.gpkg\n' }); // prettier-ignore
});

test('quickstart and tests install what each needs, beside what is there', () => {
  for (const name of ['install.mjs', 'buildWeb.mjs']) copy(`tools/scripts/${name}`);
  files.write('bin/npm', '#!/bin/sh\nexec node npm.cjs "$@"\n', 0o755);
  // Stands for npm: notes its command, and makes the folders of the packages.
  const npm = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const [command, ...options] = process.argv.slice(2);
appendFileSync('ran', command + ' ' + options.find((one) => one.endsWith('=dev')));
const { packages } = JSON.parse(readFileSync('package-lock.json'));
if (options.includes('--omit=dev')) delete packages['node_modules/jest'];
for (const path of Object.keys(packages)) mkdirSync(path, { recursive: true });
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
`;
  files.write('npm.cjs', npm);
  const lock = (version: string): void => {
    const packages = {
      'node_modules/koa': { version },
      'node_modules/jest': { version, dev: true },
    };
    files.write('package-lock.json', JSON.stringify({ packages }));
  };
  /** Installs in this order, and returns the command of npm each time. */
  const install = (...forTests: boolean[]): string[] => {
    const script = `
import { readFileSync, writeFileSync } from 'node:fs';
import { installIfNeeded } from './tools/scripts/install.mjs';
for (const each of [${forTests.join()}]) {
  writeFileSync('ran', '');
  await installIfNeeded(each);
  console.error(readFileSync('ran', 'utf8'));
}`;
    const PATH = `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`;
    const args = ['--input-type=module', '--eval', script];
    const options = { cwd: folder, env: { PATH }, encoding: 'utf8' } as const;
    return spawnSync(process.execPath, args, options).stderr.split('\n').slice(0, -1);
  };
  lock('1.0.0');
  expect(install(false, false, true, true, false)).toEqual(['ci --omit=dev', '', 'install --include=dev', '', '']); // prettier-ignore
  lock('2.0.0');
  expect(install(false)).toEqual(['install --include=dev']);
});

describe('the build of the pages', () => {
  type Run = (command: string, args: string[]) => Promise<number>;
  type BuildWeb = (project: string, run: Run) => Promise<number>;

  /** Builds, and returns which builds of Vite ran. @param atFirst what the first one does instead */
  async function build(atFirst?: () => number): Promise<{ status: number; ran: string }> {
    const path = join(PROJECT, 'tools/scripts/buildWeb.mjs');
    const { buildWeb } = (await import(path)) as { buildWeb: BuildWeb };
    const ran: string[] = [];
    /** Stands for Vite and npm: writes what they write. */
    const run: Run = (_, args) => {
      const optionOf = (name: string) => args[args.indexOf(name) + 1] ?? '';
      if (args[0] === 'pack') {
        writeFileSync(join(optionOf('--pack-destination'), 'client-1.0.0.tgz'), '');
        return Promise.resolve(0);
      }
      ran.push(args.includes('--mode') ? optionOf('--mode') : 'pages');
      const target = optionOf('--outDir');
      mkdirSync(join(target, 'half'), { recursive: true });
      if (atFirst) return Promise.resolve(atFirst());
      for (const name of ['explorer', 'widget', 'assets']) mkdirSync(join(target, name), { recursive: true }); // prettier-ignore
      writeFileSync(join(target, 'explorer/index.html'), read('web/main.ts'));
      writeFileSync(join(target, 'widget.js'), '');
      return Promise.resolve(0);
    };
    return { status: await buildWeb(folder, run), ran: ran.join(' ') };
  }

  beforeEach(async () => {
    copy('tools/scripts/buildWeb.mjs');
    for (const name of ['package-lock.json', 'tsconfig.json', 'ingest/data/capitals.tsv', 'ingest/data/elevation.tif', 'ingest/data/biomes.tif', 'dist/other'])
      files.write(name, '{}'); // prettier-ignore
    files.write('web/main.ts', 'one');
    files.write('web/client/dist/index.js', 'another build writes this');
    expect(await build()).toEqual({ status: 0, ran: 'pages widget client' });
    expect(readdirSync(join(folder, 'dist/web'))).toContain('client.tgz');
    files.write('web/client/dist/index.js', 'another build writes this, too');
  });

  test('runs again only after a change of a source or a dependency', async () => {
    expect(read('dist/web/index.html')).toBe('one');
    expect((await build()).ran).toBe('');
    files.write('web/main.ts', 'two');
    expect((await build()).ran).toBe('pages widget client');
    expect(read('dist/web/index.html')).toBe('two');
    for (const name of ['package-lock.json', 'ingest/data/capitals.tsv']) {
      files.write(name, '{"packages":{}}');
      expect((await build()).ran).toBe('pages widget client');
    }
    expect(readdirSync(join(folder, 'web/client/dist'))).toEqual(['index.js', 'widget.js']);
    rmSync(join(folder, 'dist/web'), { recursive: true });
    expect((await build()).ran).toBe('pages widget client');
  });

  const others = (): string[] => readdirSync(join(folder, 'dist'));

  test.each([
    ['fails', () => 1, 1],
    ['is interrupted', () => {
      expect(others()).toHaveLength(3);
      process.emit('exit', 130);
      expect(others()).toEqual(['other', 'web']);
      return 130;
    }, 130],
  ])('keeps the pages of before if it %s', async (_, end, status) => {
    files.write('web/main.ts', 'two');
    expect(await build(end)).toEqual({ status, ran: 'pages' });
    expect(read('dist/web/index.html')).toBe('one');
    expect(others()).toEqual(['other', 'web']);
    expect((await build()).ran).toBe('pages widget client');
  }); // prettier-ignore
});

describe('package-lock.json', () => {
  interface Package {
    resolved?: string;
    integrity?: string;
    dev?: boolean;
    optional?: boolean;
    link?: boolean;
    hasInstallScript?: boolean;
  }
  const lock = JSON.parse(readProjectFile('package-lock.json')) as {
    packages: Record<string, Package & Record<string, Record<string, string>>>;
  };
  const { '': own, 'tools/scripts': build, ...all } = lock.packages;
  const packages = Object.fromEntries(Object.entries(all).filter(([, { link }]) => link !== true));

  test('holds every package to its checksum and to the registry', () => {
    const unchecked = Object.entries(packages).filter(([, one]) => !one.integrity?.startsWith('sha512-')); // prettier-ignore
    // These compile for other systems than that of the lock file, in development only.
    for (const [name, { dev, optional }] of unchecked)
      expect([name, dev, optional]).toEqual([name, true, true]);
    // The lock file has no addresses of packages of the registry: see `.npmrc`.
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
    const ranges = Object.values({ ...own?.dependencies, ...own?.devDependencies, ...build?.dependencies }); // prettier-ignore
    expect(ranges.length).toBeGreaterThan(0);
    expect(ranges.filter((range) => !/^[~^]?\d+\.\d+\.\d+$/.test(range))).toEqual([]);
  });

  test('lists the packages that may run something when they are installed', () => {
    const running = Object.entries(packages).filter(([, one]) => one.hasInstallScript);
    const names = running.map(([name]) => name.replace('node_modules/', '')).sort();
    expect(names).toEqual(['@parcel/watcher', '@scarf/scarf', '@swc/core', 'cpu-features', 'protobufjs', 'ssh2']); // prettier-ignore
    // `@scarf/scarf` counts installations.
    expect(JSON.parse(readProjectFile('package.json'))).toMatchObject({
      scarfSettings: { enabled: false },
    });
  });
});

test('an ingestion of quickstart that is killed is named with its signal, and what to do', () => {
  const program = `import { describeEnd } from './tools/scripts/quickstart/ingest.mjs';
    console.log(describeEnd(['places', 'markers'], '', 'SIGKILL'));
    console.log(describeEnd(['lands'], 'No disk space.', null));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: PROJECT, encoding: 'utf8' }); // prettier-ignore
  expect(stdout).toBe(
    'The ingestion of places, markers was ended by the signal SIGKILL. The system may have run out of memory. Run the command again: it makes what is missing.\nNo disk space.\n',
  );
});
