import { expect } from '@jest/globals';
import { ConfigError, type Environment } from '../../core/elasticsearch/environment.js';

/** The message that lists all faults of an environment. */
export function faultsOf(load: (env: Environment) => unknown, env: Environment): string {
  try {
    load(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('no fault was found');
}
