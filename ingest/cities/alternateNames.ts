import { memoize } from 'es-toolkit/function';
import { LANGUAGES, type Language, type Names } from '../../indices/languages.js';
import { linesOf } from '../files/lines.js';
import { TextTable, Uint32List, Uint8List } from '../files/packed.js';
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
const YES = '1';
const WHOLE = /^\d+$/;

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
  /** Languages share many names. */
  readonly #texts = new TextTable();
  /** The name after it of the same record, plus 1. */
  readonly #next = new Uint32List();
  /** The number of its text. */
  readonly #names = new Uint32List();
  readonly #languages = new Uint8List();
  readonly #ranks = new Uint8List();
  /** By the position of a record among the wanted: its first name, plus 1. */
  readonly #first = new Uint32List();

  constructor(wanted: GeonamesIds) {
    this.#wanted = wanted;
  }

  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  /** Returns undefined where there are none. */
  of(geonamesId: number): Names | undefined {
    const record = this.#wanted.positionOf(geonamesId);
    let at = record < 0 ? 0 : this.#first.get(record);
    if (at === 0) return undefined;
    const names: Names = {};
    for (; at > 0; at = this.#next.get(at - 1)) {
      const language = LANGUAGES[this.#languages.get(at - 1)];
      if (language !== undefined) names[language] = this.#texts.textOf(this.#names.get(at - 1));
    }
    return names;
  }

  /** Takes a name, unless there is a better one in its language; of equals the first one stays. */
  add(geonamesId: number, { language, distance }: Known, mark: number, name: string): void {
    const record = this.#wanted.positionOf(geonamesId);
    if (record < 0) return;
    const rank = distance * MARKS + mark;
    const first = this.#first.get(record);
    for (let at = first; at > 0; at = this.#next.get(at - 1)) {
      if (this.#languages.get(at - 1) !== language) continue;
      if (this.#ranks.get(at - 1) <= rank) return;
      this.#ranks.set(at - 1, rank);
      this.#names.set(at - 1, this.#texts.add(name));
      return;
    }
    const added = this.#names.push(this.#texts.add(name));
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
  const known = memoize(languageCode);
  let bad = 0;
  let firstBad = '';
  const refuse = (line: number, why: string): void => {
    bad += 1;
    firstBad ||= `${file}:${line}: ${why}`;
  };
  for await (const { first, texts, faults } of linesOf(file)) {
    for (const [at, text] of texts.entries()) {
      const line = first + at;
      const cells = text.split('\t');
      const fault = faults.get(line);
      if (fault !== undefined) refuse(line, fault);
      else if (cells.length < FEWEST_COLUMNS) {
        if (text !== '') refuse(line, `it has ${cells.length} cells`);
      } else {
        const written = known(cells[COLUMNS.language] ?? '');
        const name = cells[COLUMNS.name]?.trim() ?? '';
        if (written === undefined || name === '' || isNotCurrent(cells)) continue;
        const id = cells[COLUMNS.geonamesId] ?? '';
        if (WHOLE.test(id)) names.add(Number(id), written, markOf(cells), name);
      }
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

function languageCode(code: string): Known | undefined {
  const written = languageOf(code);
  return written && { ...written, language: LANGUAGES.indexOf(written.language) };
}

function isNotCurrent(cells: readonly string[]): boolean {
  const { isColloquial, isHistoric, until } = COLUMNS;
  if (cells[isColloquial] === YES || cells[isHistoric] === YES) return true;
  return (cells[until] ?? '').trim() !== '';
}

function markOf(cells: readonly string[]): number {
  if (cells[COLUMNS.isPreferred] === YES) return 0;
  return cells[COLUMNS.isShort] === YES ? 1 : 2;
}
