// In a variable: bundlers take what stands beside it for a file to be bundled.
const script = import.meta.url;

/** Returns the address of the service, which ends with a slash: that of the script when not given. */
export function serviceAddress(url: string): string {
  if (url !== '') return new URL(url.replace(/\/*$/, '/'), document.baseURI).href;
  // Behind a proxy the service may be below a path; bundled into a page the script may be anywhere.
  return new URL(new URL(script).pathname.endsWith('/widget.js') ? './' : '/', script).href;
}
