type Kind = 'localStorage' | 'sessionStorage';

/** A text that outlives the page, unless the visitor forbids storage. Null for none. */
function stored(kind: Kind, key: string) {
  const storage = storageOf(kind);
  let text = storage?.getItem(key) ?? null;
  return {
    get: () => text,
    set: (changed: string | null): void => {
      text = changed;
      if (changed === null) storage?.removeItem(key);
      else storage?.setItem(key, changed);
    },
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
