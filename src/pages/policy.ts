import helmet from 'helmet';
import type { Secure } from '../middleware/files.js';

/**
 * Returns a function that sets the security headers of the pages, as strict as they allow.
 * @param mapStyle the address of the operator's own map style; the map is loaded from its origin
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
        // Needed to draw maps and their symbols.
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
