import { LANGUAGES, type Language, type Names } from '../../indices/languages.js';
import { bytesOfLines } from '../files/lines.js';
import { TabbedLine } from '../files/tabbedLine.js';
import { Uint32List, Uint8List } from '../files/packed/numbers.js';
import { Texts } from '../files/packed/texts.js';
import { GeonamesIds } from './geonamesIds.js';

/** The columns of alternateNamesV2.txt. */
const COLUMNS = {
  geonamesId: 1,
  language: 2,
  name: 3,
  isPreferred: 4,
  isShort: 5,
  isColloquial: 6,
  isHistoric: 7,
  until: 9,
} as const;
const FEWEST_COLUMNS = 4;
/** With whatever follows the last one that is known. */
const COLUMN_COUNT = 11;
const YES = 0x31;

/** What stands behind a better name of the same language, in steps of three. */
const MARKS = 3;

/** A language of ours, and what is to be preferred to it: the lower, the better. */
interface Written {
  language: Language;
  distance: number;
}

/**
 * Reads which of our languages a code of GeoNames is; undefined for others, and for what is no
 * language (link, post, iata, wkdt …). Chinese may be in simplified characters, or else in others;
 * a language as it is spoken in a region stands behind the language as such.
 */
export function languageOf(code: string): Written | undefined {
  const [subtag = '', ...rest] = code.toLowerCase().split('-');
  const language = RENAMED[subtag] ?? subtag;
  if (!isLanguage(language)) return undefined;
  const [variant] = rest;
  if (variant === undefined) return { language, distance: language === subtag ? 0 : 1 };
  if (language === 'zh') return { language, distance: CHINESE[variant] ?? 3 };
  // Four letters are a script: a transcription is no name in the language.
  return variant.length === 4 ? undefined : { language, distance: 2 };
}

/** Codes that others use for languages of ours. */
const RENAMED: Readonly<Record<string, string>> = {
  no: 'nb',
  iw: 'he',
  in: 'id',
  cmn: 'zh',
};

const CHINESE: Readonly<Record<string, number>> = { hans: 1, cn: 1, sg: 2, my: 2 };

const OURS: ReadonlySet<string> = new Set(LANGUAGES);

function isLanguage(code: string): code is Language {
  return OURS.has(code);
}

/** Names in our languages by GeoNames id, at some thirty bytes a name. */
export class AlternateNames {
  readonly #wanted: GeonamesIds;
  readonly #texts = new Texts();
  /** The name after it of the same record, plus 1. */
  readonly #next = new Uint32List();
  readonly #addresses = new Uint32List();
  readonly #languages = new Uint8List();
  readonly #ranks = new Uint8List();
  /** By the position of a record among the wanted: its first name, plus 1. */
  readonly #first = new Uint32List();

  constructor(wanted: GeonamesIds) {
    this.#wanted = wanted;
  }

  get isEmpty(): boolean {
    return this.#addresses.length === 0;
  }

  /** Returns undefined where there are none. */
  of(geonamesId: number): Names | undefined {
    const record = this.#wanted.positionOf(geonamesId);
    let at = record < 0 ? 0 : this.#first.get(record);
    if (at === 0) return undefined;
    const names: Names = {};
    for (; at > 0; at = this.#next.get(at - 1)) {
      const language = LANGUAGES[this.#languages.get(at - 1)];
      if (language !== undefined) names[language] = this.#texts.at(this.#addresses.get(at - 1));
    }
    return names;
  }

  /** Takes a name, unless there is a better one in its language; of equals the first one stays. */
  add(geonamesId: number, { language, distance }: Known, mark: number, name: Buffer): void {
    const record = this.#wanted.positionOf(geonamesId);
    if (record < 0) return;
    const rank = distance * MARKS + mark;
    const first = this.#first.get(record);
    for (let at = first; at > 0; at = this.#next.get(at - 1)) {
      if (this.#languages.get(at - 1) !== language) continue;
      if (this.#ranks.get(at - 1) <= rank) return;
      this.#ranks.set(at - 1, rank);
      this.#addresses.set(at - 1, this.#texts.add(name));
      return;
    }
    const added = this.#addresses.push(this.#texts.add(name));
    this.#languages.push(language);
    this.#ranks.push(rank);
    this.#next.push(first);
    this.#first.set(record, added + 1);
  }
}

/** A {@link Written} by the position of its language in `LANGUAGES`. */
interface Known {
  language: number;
  distance: number;
}

/** Which of our languages the codes of a file are; there are some hundreds of them. */
class LanguageCodes {
  readonly #known = new Map<number | string, Known | undefined>();

  /** Undefined for what is none of ours. */
  read(line: TabbedLine): Known | undefined {
    const key = line.keyOf(COLUMNS.language) ?? line.textOf(COLUMNS.language);
    let known = this.#known.get(key);
    if (known === undefined && !this.#known.has(key)) {
      const written = languageOf(line.textOf(COLUMNS.language));
      known = written && {
        language: LANGUAGES.indexOf(written.language),
        distance: written.distance,
      };
      this.#known.set(key, known);
    }
    return known;
  }
}

/** The alternate names of some records, and what is to be told of the file. */
export interface AlternateNamesRead {
  names: AlternateNames;
  notes: string[];
}

/**
 * Reads the names of some records from `alternateNamesV2.zip`: preferred ones first, then short
 * ones, then others; neither colloquial ones nor those of former times.
 */
export async function readAlternateNames(
  file: string,
  wanted: GeonamesIds,
): Promise<AlternateNamesRead> {
  const names = new AlternateNames(wanted);
  const codes = new LanguageCodes();
  const cells = new TabbedLine(COLUMN_COUNT);
  let bad = 0;
  let firstBad = '';
  const refuse = (line: number, why: string): void => {
    bad += 1;
    firstBad ||= `${file}:${line}: ${why}`;
  };
  const take = (line: number, fault: string | undefined): void => {
    if (fault !== undefined) refuse(line, fault);
    else if (cells.count < FEWEST_COLUMNS) {
      if (cells.count > 1 || !cells.isEmpty(0)) refuse(line, `it has ${cells.count} cells`);
    } else {
      const written = codes.read(cells);
      if (written === undefined || isNotCurrent(cells)) return;
      const name = trimmed(cells.bytesOf(COLUMNS.name));
      if (name.length === 0) return;
      names.add(cells.numberOf(COLUMNS.geonamesId), written, markOf(cells), name);
    }
  };
  for await (const { first, bytes, faults } of bytesOfLines(file)) {
    for (let start = 0, line = first; start <= bytes.length; line += 1) {
      start = cells.read(bytes, start);
      take(line, faults.get(line));
    }
  }
  const notes = bad === 0 ? [] : [`${bad} lines of ${file} are left out, the first ${firstBad}`];
  if (names.isEmpty) {
    notes.push(
      `warning: ${file} has no name of these places in any of the languages: it is to be alternateNamesV2.zip of GeoNames, of the same countries`,
    );
  }
  return { names, notes };
}

function isNotCurrent(cells: TabbedLine): boolean {
  const { isColloquial, isHistoric, until } = COLUMNS;
  if (cells.is(isColloquial, YES) || cells.is(isHistoric, YES)) return true;
  return !cells.isEmpty(until) && cells.textOf(until).trim() !== '';
}

function markOf(cells: TabbedLine): number {
  if (cells.is(COLUMNS.isPreferred, YES)) return 0;
  return cells.is(COLUMNS.isShort, YES) ? 1 : 2;
}

/** The first bytes, in UTF-8, of blanks beyond ASCII. Few names have them at their ends. */
const OF_BLANKS: ReadonlySet<number | undefined> = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);
const BLANK = 0x20;

/** Without blanks around it. To make a text of each name, and bytes again, would cost most of all. */
function trimmed(name: Buffer): Buffer {
  const { length } = name;
  const first = name[0] ?? BLANK;
  const mayBeBlank =
    first <= BLANK ||
    OF_BLANKS.has(first) ||
    (name[length - 1] ?? BLANK) <= BLANK ||
    OF_BLANKS.has(name[length - 2]) ||
    OF_BLANKS.has(name[length - 3]);
  return mayBeBlank ? Buffer.from(name.toString('utf8').trim()) : name;
}
