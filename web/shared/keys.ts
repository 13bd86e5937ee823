/** What browsers tell of keys that an input method takes. */
const KEY_OF_INPUT_METHOD = 229;

/** Tells whether a key confirms what an input method proposes, and means nothing else. */
export function confirmsComposition(event: KeyboardEvent): boolean {
  // Safari tells the key after the composition, and marks it in no other way.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return event.isComposing || event.keyCode === KEY_OF_INPUT_METHOD;
}
