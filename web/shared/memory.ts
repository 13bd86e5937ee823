/** Keeps texts by name. */
export type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns what the browser keeps texts in; where it forbids that, they are kept as long as the page. */
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
