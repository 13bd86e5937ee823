import { existsSync } from 'node:fs';
import { test } from '@jest/globals';

/*
 * The explorer and the widget in Firefox. Maps need a display, which can be that of Xvfb.
 * With `TEST_BROWSER=firefox`, `npm test -- test/pages` and `npm run test:pages` run all tests in it.
 */
if (existsSync('/usr/bin/firefox-esr') && process.env.DISPLAY !== undefined) {
  process.env.TEST_BROWSER = 'firefox';
  await import('./explorer/chosen.test.js');
  await import('../pages/widget/form.test.js');
} else {
  test.skip('Firefox: the package firefox-esr is not installed, or there is no display', () =>
    undefined);
}
