/** Returns where the service is that gave this page, also below a path of a proxy; no slash at the end. */
export function serviceAddress(): string {
  return new URL('.', location.href).href.replace(/\/$/, '');
}
