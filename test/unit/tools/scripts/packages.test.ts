import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROJECT } from '../../../support/docs.js';

interface Package {
  version?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

const { '': own, ...packages } = (
  JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package & Record<string, Record<string, string>>>;
  }
).packages;

test('every package is held to its checksum, and comes from the registry', () => {
  const unchecked = Object.entries(packages).filter(([, one]) => !one.integrity?.startsWith('sha512-')); // prettier-ignore
  // What compiles for other systems than that of the lock file, in development only.
  for (const [name, one] of unchecked) expect([name, one.dev, one.optional]).toEqual([name, true, true]);
  // Of a package of the registry, the lock file has no address: see `.npmrc`.
  const elsewhere = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
  expect(elsewhere).toEqual([]);
  const asked = Object.values({ ...own?.dependencies, ...own?.devDependencies });
  expect(asked.length).toBeGreaterThan(0);
  // Neither an address nor "any version".
  expect(asked.filter((range) => !/^[~^]?\d+\.\d+\.\d+$/.test(range))).toEqual([]);
}); // prettier-ignore

test('a package that runs something when it is installed is one that we know to', () => {
  const running = Object.entries(packages).filter(([, one]) => one.hasInstallScript);
  expect(running.map(([name]) => name.replace('node_modules/', '')).sort()).toEqual([
    '@parcel/watcher',
    '@scarf/scarf',
    '@swc/core',
    'cpu-features',
    'protobufjs',
    'ssh2',
  ]);
  // It counts who installs; see `scarfSettings`.
  const { scarfSettings } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    scarfSettings: unknown;
  };
  expect(scarfSettings).toEqual({ enabled: false });
});
