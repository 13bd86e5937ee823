/** Stores texts by name. */
export type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns the browser's storage. If it is forbidden, texts last as long as the page. */
export function memoryOf(kind: 'localStorage' | 'sessionStorage'): Memory {
  try {
    return window[kind];
  } catch {
    const texts = new Map<string, string>();
    return {
      getItem: (name) => texts.get(name) ?? null,
      setItem: (name, text) => {
        texts.set(name, text);
      },
      removeItem: (name) => {
        texts.delete(name);
      },
    };
  }
}
