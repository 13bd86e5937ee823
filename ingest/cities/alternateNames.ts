import { memoize } from 'es-toolkit/function';
import { LANGUAGES, type Language, type Names, OTHER_CODES } from '../../indices/languages.js';
import type { DataFile } from '../files/dataFile.js';
import { readPlainName } from '../files/cells.js';
import { TextTable, Uint32List } from '../files/packed.js';

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

/** Preferred, short, and other names of a language. */
const MARKS = 3;

/** GeoNames codes of our languages that differ from ours. */
const RENAMED: Readonly<Record<string, string>> = { ...OTHER_CODES, cmn: 'zh' };

/** Simplified characters are preferred for Chinese. */
const CHINESE: Readonly<Record<string, number>> = { hans: 1, cn: 1, sg: 2, my: 2 };

/**
 * Returns the language of a GeoNames code, or undefined for other languages and for codes that are
 * not languages (link, post, iata, wkdt …). Names of a smaller distance are preferred.
 */
export function languageOf(code: string): { language: Language; distance: number } | undefined {
  const [subtag = '', variant] = code.toLowerCase().split('-');
  const renamed = RENAMED[subtag] ?? subtag;
  const language = LANGUAGES.find((each) => each === renamed);
  if (language === undefined) return undefined;
  if (variant === undefined) return { language, distance: language === subtag ? 0 : 1 };
  if (language === 'zh') return { language, distance: CHINESE[variant] ?? 3 };
  // Four letters are a script: a transcription is not a name in the language.
  return variant.length === 4 ? undefined : { language, distance: 2 };
}

/** Names in our languages by GeoNames id, at some forty bytes per name. */
export class AlternateNames {
  readonly #wanted: TextTable;
  /** Languages share many names. */
  readonly #texts = new TextTable();
  /** The first name of each GeoNames id, plus 1. */
  readonly #first = new Uint32List();
  /** The next name of the same id, for each name, plus 1. */
  readonly #next = new Uint32List();
  readonly #textNumbers = new Uint32List();
  readonly #languages = new Uint32List();
  readonly #ranks = new Uint32List();

  /** @param wanted the GeoNames ids whose names are collected */
  constructor(wanted: TextTable) {
    this.#wanted = wanted;
  }

  get isEmpty(): boolean {
    return this.#ranks.length === 0;
  }

  /** Returns the names of a GeoNames id, or undefined if there are none. */
  of(geonamesId: string): Names | undefined {
    const id = this.#wanted.indexOf(geonamesId);
    let at = id < 0 ? 0 : this.#first.get(id);
    if (at === 0) return undefined;
    const names: Names = {};
    for (; at > 0; at = this.#next.get(at - 1)) {
      const language = LANGUAGES[this.#languages.get(at - 1)];
      const text = this.#textNumbers.get(at - 1);
      if (language !== undefined) names[language] = this.#texts.textOf(text);
    }
    return names;
  }

  /** Adds a name, unless there is one of the same or a lower rank in its language. */
  add(geonamesId: string, language: Language, rank: number, name: string): void {
    const id = this.#wanted.indexOf(geonamesId);
    if (id < 0) return;
    const languageNumber = LANGUAGES.indexOf(language);
    const first = this.#first.get(id);
    for (let at = first; at > 0; at = this.#next.get(at - 1)) {
      if (this.#languages.get(at - 1) !== languageNumber) continue;
      if (this.#ranks.get(at - 1) <= rank) return;
      this.#ranks.set(at - 1, rank);
      this.#textNumbers.set(at - 1, this.#texts.add(name));
      return;
    }
    const added = this.#textNumbers.push(this.#texts.add(name));
    this.#languages.push(languageNumber);
    this.#ranks.push(rank);
    this.#next.push(first);
    this.#first.set(id, added + 1);
  }
}

/**
 * Reads the names of some GeoNames ids from `alternateNamesV2.zip`: preferred names first, then
 * short ones, then others. Colloquial and historic names are left out.
 */
export async function readAlternateNames(
  data: DataFile,
  wanted: TextTable,
): Promise<{ names: AlternateNames; notes: string[] }> {
  const { file } = data;
  const names = new AlternateNames(wanted);
  const languageOfCode = memoize(languageOf);
  let bad = 0;
  let firstBad = '';
  const noteBad = (line: number, fault: string): void => {
    bad += 1;
    firstBad ||= `${file}:${line}: ${fault}`;
  };
  for await (const lines of data.lines()) {
    for (const { line, text, fault: unreadable } of lines) {
      const cells = text.split('\t');
      const isShort = text !== '' && cells.length < FEWEST_COLUMNS;
      const fault = unreadable ?? (isShort ? `it has ${cells.length} cells` : undefined);
      if (fault !== undefined) {
        noteBad(line, fault);
        continue;
      }
      const match = languageOfCode(cells[COLUMNS.language] ?? '');
      if (match === undefined || !isCurrent(cells)) continue;
      const name = readPlainName(cells[COLUMNS.name]);
      if ('fault' in name) noteBad(line, name.fault);
      if ('fault' in name || name.value === null) continue;
      const rank = match.distance * MARKS + markOf(cells);
      names.add(cells[COLUMNS.geonamesId] ?? '', match.language, rank, name.value);
    }
  }
  const notes = bad === 0 ? [] : [`${bad} lines of ${file} are left out, the first ${firstBad}`];
  if (names.isEmpty) {
    notes.push(
      `warning: ${file} has no name of these places in any of the languages. It must be alternateNamesV2.zip of GeoNames, of the same countries.`,
    );
  }
  return { names, notes };
}

function isCurrent(cells: readonly string[]): boolean {
  const { isColloquial, isHistoric, until } = COLUMNS;
  if (cells[isColloquial] === YES || cells[isHistoric] === YES) return false;
  return (cells[until] ?? '').trim() === '';
}

function markOf(cells: readonly string[]): number {
  if (cells[COLUMNS.isPreferred] === YES) return 0;
  return cells[COLUMNS.isShort] === YES ? 1 : 2;
}
