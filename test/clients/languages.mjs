import { readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { snakeCase } from 'es-toolkit/string';
import { compiler } from '../../tools/scripts/install.mjs';

/** Neither compilers nor programs live long enough for Java's thorough compiler. */
const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

const venv = join('venv', 'bin');
const install = (...packages) => [
  ['python3', '-m', 'venv', 'venv'],
  [join(venv, 'pip'), 'install', '--quiet', '--disable-pip-version-check', ...packages],
];

/**
 * The languages, the slowest first. Commands run in a folder that has the files of the language's folder, and the
 * generated client in `geo/`.
 *
 * `needs` are commands. `fetch` downloads packages. `build` compiles. Without a `generator` it generates the client, too. `run`, followed by an address, calls the operations.
 * A language without `run` is only compiled. `jars` are the libraries that Maven has fetched.
 */
export const LANGUAGES = {
  Rust: {
    folder: 'rust',
    needs: ['cargo'],
    generator: {
      generatorName: 'rust',
      // No TLS, which would double the time to compile.
      additionalProperties: { packageName: 'geo', supportAsync: false, reqwestDefaultFeatures: '' },
      // The generator does not see that elements of a list may be null.
      typeMappings: { 'nullable-string': 'Option<String>' },
    },
    fetch: () => [['cargo', 'fetch', '--quiet']],
    build: () => [['cargo', 'build', '--quiet', '--offline', '--target-dir', 'target']],
    run: () => [join('target', 'debug', 'clients')],
  },
  Kotlin: {
    folder: 'kotlin',
    needs: ['java'],
    generator: { generatorName: 'kotlin', additionalProperties: { packageName: 'geo' } },
    build: (jars) => [
      // prettier-ignore
      ['java', ...SHORT_LIVED, '-cp', jars, 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler', '-no-stdlib', '-no-reflect',
        '-nowarn', '-cp', jars, '-d', 'classes', 'geo/src/main/kotlin', 'Main.kt'],
    ],
    run: (jars) => ['java', ...SHORT_LIVED, '-cp', [jars, 'classes'].join(delimiter), 'MainKt'],
  },
  Java: {
    folder: 'java',
    needs: ['java', 'javac'],
    generator: {
      generatorName: 'java',
      library: 'native',
      additionalProperties: {
        invokerPackage: 'geo',
        apiPackage: 'geo.api',
        modelPackage: 'geo.model',
      },
    },
    build: (jars, folder) => {
      const sources = filesIn(join(folder, 'geo/src/main'), '.java');
      const flags = SHORT_LIVED.map((flag) => `-J${flag}`);
      return [['javac', ...flags, '-nowarn', '-proc:none', '-cp', jars, '-d', 'classes', ...sources, 'Main.java']]; // prettier-ignore
    },
    run: (jars) => ['java', ...SHORT_LIVED, '-cp', [jars, 'classes'].join(delimiter), 'Main'],
  },
  Go: {
    folder: 'go',
    needs: ['go'],
    generator: {
      generatorName: 'go',
      additionalProperties: { packageName: 'geo', withGoMod: false },
    },
    fetch: () => [['go', 'mod', 'download']],
    build: () => [['go', 'build', '-o', join('bin', 'clients'), '.']],
    run: () => [join('bin', 'clients')],
  },
  'Go (ogen)': {
    folder: 'ogen',
    needs: ['go'],
    fetch: () => [['go', 'mod', 'download']],
    build: () => [
      ['go', 'tool', 'ogen', '--target', 'geo', '--package', 'geo', join('..', 'openapi.json')],
      ['go', 'build', '-o', join('bin', 'clients'), '.'],
    ],
    run: () => [join('bin', 'clients')],
  },
  TypeScript: {
    folder: 'typescript',
    needs: [],
    generator: {
      generatorName: 'typescript-fetch',
      // Node needs it; bundlers do not.
      additionalProperties: { importFileExtension: '.js' },
    },
    build: () => [[process.execPath, compiler, '-p', '.', '--outDir', 'compiled']],
    run: () => [process.execPath, join('compiled', 'main.js')],
  },
  Python: {
    folder: 'python',
    needs: ['python3'],
    generator: { generatorName: 'python', additionalProperties: { packageName: 'geo' } },
    fetch: () => install('--requirement', 'requirements.txt'),
    build: () => [[join(venv, 'python'), '-m', 'compileall', '-q', 'geo/geo']],
    run: () => [join(venv, 'python'), 'main.py'],
    environment: { PYTHONPATH: 'geo' },
  },
  GDScript: {
    folder: 'gdscript',
    needs: ['python3'],
    generator: {
      generatorName: 'gdscript',
      // Names of classes are global in Godot, which has an `Error` of its own.
      additionalProperties: { apiNamePrefix: 'Geo', coreNamePrefix: 'Geo', modelNamePrefix: 'Geo' },
    },
    fetch: () => install('gdtoolkit==4.5.0'),
    build: (_, folder) => [[join(venv, 'gdparse'), ...filesIn(join(folder, 'geo'), '.gd')]],
    operationsIn: (folder, operations) => {
      const functions = filesIn(join(folder, 'geo'), '.gd').flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/^func (\w+)\(/gm)].map(([, name]) => name),
      );
      return operations.filter((operation) => functions.includes(snakeCase(operation)));
    },
  },
  'C#': {
    folder: 'csharp',
    needs: ['dotnet'],
    generator: { generatorName: 'csharp', additionalProperties: { packageName: 'Geo' } },
    fetch: () => [['dotnet', 'restore', 'geo/src/Geo']],
    build: () => [['dotnet', 'build', '--no-restore', 'geo/src/Geo']],
    operationsIn: (folder, operations) => {
      const text = filesIn(join(folder, 'geo/src/Geo/Api'), '.cs')
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
      return operations.filter((operation) => text.toLowerCase().includes(` ${operation.toLowerCase()}async(`)); // prettier-ignore
    },
  },
};

function filesIn(folder, extension) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name));
}
