import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's environment for Node, on a plain global object. Jest's own one passes every use of `Math`, `Number` or `Map`
 * through a proxy, which makes geometry four times as slow as it is outside of tests.
 */
export default class PlainGlobalEnvironment extends TestEnvironment {
  constructor(...options) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...options);
    } finally {
      vm.createContext = createContext;
    }
  }
}
