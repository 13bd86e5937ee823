import type { ApiRequest } from '../api/requests.js';
import type { Address, Camera } from '../state/state.js';
import type { ThemeChoice } from '../theme.js';

/** What a person can do with the panels. */
export interface Actions {
  /** Shows another address; the way back leads to the one before. */
  go(change: Partial<Address>): void;
  /** Shows another address in the place of this one, as while a slider is moved. */
  adjust(change: Partial<Address>): void;
  fly(camera: Camera): void;
  useToken(token: string): void;
  forgetToken(): void;
  write(request: ApiRequest): void;
  retry(): void;
  useTheme(choice: ThemeChoice): void;
}
