import helmet from 'helmet';
import type { Secure } from '../middleware/files.js';

/**
 * Makes what sets the security headers of the pages, which may do only what they need to.
 * @param mapStyle the address of a style of the operator's own, whose map comes from there
 */
export function securedBy(mapStyle: string | undefined): Secure {
  const map = mapStyle === undefined ? [] : [new URL(mapStyle).origin];
  return helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'worker-src': ["'self'"],
        'style-src': ["'self'"],
        // Maps and their symbols are drawn by way of these.
        'img-src': ["'self'", 'data:', 'blob:', ...map],
        'connect-src': ["'self'", ...map],
        'font-src': ["'self'", ...map],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
  });
}

/** Sets the security headers of the widget, which pages of other origins load. */
export const securedWidget: Secure = helmet({
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
});
