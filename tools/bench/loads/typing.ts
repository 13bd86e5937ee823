import { citiesByName, LIMIT } from '../reference/names.js';
import { apiLoad, ask, get } from '../requests.js';
import { seededRandom } from '../statistics.js';
import { typing as type } from '../traffic/typing.js';
import { type Group, plainQuestion } from './setting.js';

/** Measured is once so much has been typed: in a quarter of an hour, at 100 keystrokes a second. */
const KEYSTROKES_BEFORE = 100_000;

/** People who type names into widgets. */
export const typing: Group = {
  needs: ['cities'],
  async comparisons(setting) {
    const { processes, alias, cities } = setting;
    const keystrokes = () => type(cities, seededRandom(21));
    return [
      {
        name: 'typing traffic',
        oursBefore: KEYSTROKES_BEFORE,
        ours: apiLoad(
          await processes.api(),
          ask(keystrokes(), ({ token, language: lang }) =>
            get('/cities/findByName', { token, lang, limit: String(LIMIT) }),
          ),
        ),
        others: [
          plainQuestion(
            setting,
            ask(keystrokes(), (keystroke) => citiesByName(alias('cities'), keystroke)),
          ),
        ],
      },
    ];
  },
};
