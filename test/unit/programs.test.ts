import { expect, test } from '@jest/globals';
import { runProgram } from '../support/program.js';

// Other tests call `main` of these.
test.each(['ingest', 'src/access/tokens', 'operation/backup', 'operation/access', 'tools/engine', 'tools/bench'])(
  'the compiled %s starts, prints and sets the exit status',
  async (folder) => {
    const { code, stdout, stderr } = await runProgram(`${folder}/main`, ['--nonsense']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: unknown option '--nonsense'\n\nUsage: npm run [^]*--help/);
  },
); // prettier-ignore
