import { register } from 'node:module';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { determineHitLimitReached, DryRunStatus, TestStatus, toMutantRunResult } from '@stryker-mutator/api/test-runner'; // prettier-ignore

register('./hooks.mjs', import.meta.url);
const { testsOf } = await import('./globals.mjs');

/** Mutated code reads here which mutant is active, and notes which ones it passes. */
const state = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

// A mutant may reject a promise that no test awaits. If one never ends, Stryker ends the process.
process.on('unhandledRejection', () => undefined);

/**
 * Runs Jest's tests without Jest, which needs half a second for each mutant and slows geometry down. For each mutant,
 * all modules are loaded anew.
 */
class Runner {
  #loads = 0;
  /** The time that each test took, by its id. */
  #times = new Map();

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    const tests = [];
    for await (const result of this.#run(await this.#load())) tests.push(result);
    const { mutantCoverage } = state;
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    const hitCount = hitLimit === undefined ? undefined : 0;
    Object.assign(state, { activeMutant: activeMutant.id, hitCount, hitLimit });
    const results = [];
    try {
      const wanted = await this.#load(testFilter);
      for await (const result of this.#run(wanted)) {
        results.push(result);
        if (result.status === TestStatus.Failed) break;
      }
    } catch (error) {
      // The code cannot be loaded.
      results.push(resultOf({ id: 'load', name: 'load' }, error, 0));
    }
    const tooOften = determineHitLimitReached(state.hitCount, hitLimit);
    Object.assign(state, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
    return toMutantRunResult(tooOften ?? { status: DryRunStatus.Complete, tests: results });
  }

  /** @param ids absent: all */
  async #load(ids) {
    const tests = [];
    this.#loads += 1;
    for (const path of process.env.MUTANT_TESTS.split(' ')) {
      if (ids?.some((id) => id.startsWith(`${path} `)) === false) continue;
      tests.push(...(await testsOf(path, `${pathToFileURL(resolve(path)).href}?${this.#loads}`)));
    }
    return tests.filter(({ id }) => ids?.includes(id) ?? true);
  }

  async *#run(tests) {
    const begun = new Set();
    // Usually the quick ones of an earlier mutant find the next one, too.
    const timeOf = ({ id }) => this.#times.get(id) ?? 0;
    try {
      for (const test of tests.sort((one, other) => timeOf(one) - timeOf(other))) {
        const begunAt = performance.now();
        let failure;
        try {
          for (const group of test.groups)
            if (!begun.has(group)) {
              begun.add(group);
              for (const each of group.beforeAll) await each();
            }
          state.currentTestId = test.id;
          for (const { beforeEach } of test.groups) for (const each of beforeEach) await each();
          await test.run();
        } catch (error) {
          failure = error ?? 'failed';
        }
        for (const { afterEach } of test.groups) for (const each of afterEach) await each();
        state.currentTestId = undefined;
        const result = resultOf(test, failure, performance.now() - begunAt);
        if (failure === undefined) this.#times.set(test.id, result.timeSpentMs);
        yield result;
      }
    } finally {
      for (const { afterAll } of begun) for (const each of afterAll) await each();
    }
  }
}

function resultOf({ id, name }, failure, timeSpentMs) {
  if (failure === undefined) return { id, name, timeSpentMs, status: TestStatus.Success };
  return { id, name, timeSpentMs, status: TestStatus.Failed, failureMessage: String(failure) };
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'plain', Runner)];
