/** Words of scripts that write no blanks between the parts of an address. */
const WORDS = /[\p{scx=Han}\p{scx=Hangul}\p{scx=Katakana}]+/gu;
/** A part of an address up to its suffix. 四日市市 and 太宰府市 have two. */
const PARTS =
  /.{2,}?(?:(?:[都道府県縣县省市區区郡]|특별자치[시도]|특별시|광역시)(?![市區区町村鎮镇]$)|$)/gu;
/** 省 and 道 are no suffixes here: the city 海南 is not in 海南省, nor 北海 in 北海道. */
const SUFFIX =
  /(?<=.)(?:特[別别]|[廣広广]域)?市$|(?<=..)(?:特[別别]行政[區区]|[都府県縣县區区郡町村鎮镇]|특별자치[시도]|특별시|광역시|[시도군구읍])$/u;
const CITY = /(?:[市都시]|行政[區区])$/u;
const MAX_PARTS = 4;

/** A name in an address without its official suffix. */
interface OfficialName {
  readonly name: string;
  /** The first part of the address, of which the name is a part. */
  readonly region?: string;
  /** True if another name of the address is meant rather. */
  readonly isLast?: true;
}

/**
 * Returns the names that may be meant by an East Asian address, which begins with the largest part: its last
 * part within the first, and each city. Of 广东省广州市, 广州. Empty if nothing has an official suffix.
 */
export function officialNames(text: string): OfficialName[] {
  const words = text.match(WORDS) ?? [];
  const parts = words.flatMap((word) => word.match(PARTS) ?? []).slice(0, MAX_PARTS);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (!parts.some((part) => SUFFIX.test(part))) return [];
  const bare = (part: string) => part.replace(SUFFIX, '');
  const cities = parts.filter((part) => CITY.test(part)).map((part) => ({ name: bare(part) }));
  if (parts.length === 1) return [{ name: bare(last) }];
  return [{ name: bare(last), region: first }, ...cities, { name: bare(first), isLast: true }];
}
