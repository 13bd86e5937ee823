import { fold } from '../../../indices/fold.js';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '../../../indices/languages.js';
import type { BuiltInCity } from '../../../ingest/cities/builtIn.js';
import { below, pick, weighted } from '../statistics.js';

/** What a widget asks for after a keystroke. */
export interface Keystroke {
  token: string;
  language: Language;
}

export type NamedCity = Pick<BuiltInCity, 'name' | 'names' | 'population'>;

/** A wrong letter is struck so often, noticed, and deleted. */
const ERROR_RATE = 0.04;
/** English is typed as often as so many other languages in which the city has a name. */
const ENGLISH_WEIGHT = 10;
const LOWER_CASE_RATE = 0.5;
/** Typed in at the same time, each by its own person. */
const WIDGETS = 200;
/** Of a token, by the rules of the API. */
const MAX_CHARACTERS = 100;

/**
 * Types names of cities, without end: of cities drawn by population, in a language in which they
 * have a name, letter by letter to the last one. (A person would stop once the city is in sight;
 * but the long beginnings are those that nobody has asked for, so this is the harder traffic.)
 */
export function* typing(
  cities: readonly NamedCity[],
  random: () => number,
  widgets = WIDGETS,
): Generator<Keystroke> {
  const drawCity = weighted(cities, ({ population }) => population);
  const words = Array.from({ length: widgets }, () => typeOne(drawCity, random));
  while (true) {
    const widget = below(random, widgets);
    const struck = words[widget]?.next();
    if (struck === undefined || struck.done) words[widget] = typeOne(drawCity, random);
    else yield struck.value;
  }
}

type DrawCity = (random: () => number) => NamedCity;

function* typeOne(drawCity: DrawCity, random: () => number): Generator<Keystroke> {
  const city = drawCity(random);
  const languages = LANGUAGES.filter((each) => nameIn(city, each) !== undefined);
  const language = weighted(languages, weightOf)(random);
  const shown = nameIn(city, language) ?? city.name;
  const name = random() < LOWER_CASE_RATE ? shown.toLowerCase() : shown;
  const drawLetter = (): string => {
    const other = drawCity(random);
    return pick(random, Array.from(nameIn(other, language) ?? other.name));
  };
  for (const token of typeName(name, drawLetter, random)) {
    // An apostrophe alone is nothing to look for yet.
    if (fold(token) !== '') yield { token, language };
  }
}

const weightOf = (language: Language): number =>
  language === DEFAULT_LANGUAGE ? ENGLISH_WEIGHT : 1;

/** The default name counts as an English one. */
function nameIn({ name, names }: NamedCity, language: Language): string | undefined {
  return names?.[language] ?? (language === DEFAULT_LANGUAGE ? name : undefined);
}

/** Returns what stands in the widget after each keystroke. */
export function* typeName(
  name: string,
  drawLetter: () => string,
  random: () => number,
): Generator<string> {
  let typed = '';
  for (const letter of Array.from(name).slice(0, MAX_CHARACTERS - 1)) {
    if (random() < ERROR_RATE) {
      yield typed + wrong(letter, drawLetter);
      if (typed !== '') yield typed;
    }
    typed += letter;
    yield typed;
  }
}

function wrong(letter: string, drawLetter: () => string): string {
  let drawn = drawLetter();
  while (drawn === letter) drawn = drawLetter();
  return drawn;
}
