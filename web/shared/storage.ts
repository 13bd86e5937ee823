type Kind = 'localStorage' | 'sessionStorage';

/** A text that the pages store in the browser. Null if there is none, or the visitor forbids storage. */
function stored(kind: Kind, key: string) {
  const storage = storageOf(kind);
  return {
    get: () => storage?.getItem(key) ?? null,
    set: (text: string) => storage?.setItem(key, text),
    remove: () => storage?.removeItem(key),
  };
}

function storageOf(kind: Kind): Storage | undefined {
  try {
    return window[kind];
  } catch {
    return undefined;
  }
}

export const storedLanguage = stored('localStorage', 'geographic-data-language');
export const storedTheme = stored('localStorage', 'geographic-data-theme');
/** The tab stores an entered token until it is closed. */
export const storedToken = stored('sessionStorage', 'geographic-data-token');
