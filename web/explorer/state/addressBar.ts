import { readAddress, writeAddress } from './address.js';
import type { Address } from './state.js';

/** Keeps the browser's address as the page's. */
export class AddressBar {
  /** @param onReturn is called when another address was gone to, such as back */
  constructor(onReturn: (address: Address) => void) {
    addEventListener('popstate', () => {
      onReturn(this.read());
    });
  }

  read(): Address {
    return readAddress(location.hash);
  }

  /** Writes an address that the way back leads from. */
  push(address: Address): void {
    const fragment = writeAddress(address);
    if (fragment !== location.hash) history.pushState(null, '', fragment);
  }

  replace(address: Address): void {
    history.replaceState(null, '', writeAddress(address));
  }
}
