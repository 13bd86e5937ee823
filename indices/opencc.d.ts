/** A table of OpenCC: pairs like `國 国`, separated by vertical bars. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  export default pairs;
}
