/** The values in an order that looks random and is the same in every run. */
export function shuffled<Value>(values: readonly Value[]): Value[] {
  let state = 1;
  const keyed = values.map((value) => {
    state = (state * 48_271) % 2_147_483_647;
    return { value, key: state };
  });
  return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
}
