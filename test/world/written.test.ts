import { describe, expect, test } from '@jest/globals';
import { startApi } from '../support/api.js';
import { untilEnd } from '../support/each.js';
import type { City, Country } from '../support/records.js';

const api = untilEnd(await startApi());

interface Found extends Partial<City> {
  city?: City;
  country?: Country;
}

async function idsOf(
  token: string,
  lang = 'en',
  path = '/search',
): Promise<(string | undefined)[]> {
  const { body } = await api.get<Found[]>(path, { token, lang, limit: 5 });
  return body.data.map(({ city, country, id }) => id ?? (city ?? country)?.id);
}

/** Tokens with the city or country that is meant. `@` is followed by the language, when it is not English. */
const WRITTEN: Readonly<Record<string, string>> = {
  'Arabic and Persian letters': `
    يزد@fa IRN_Yazd | کرج@fa IRN_Karaj | كرج@fa IRN_Karaj | ميبد@fa IRN_Meybod | میبد IRN_Meybod | القاهره@ar EGY_Cairo |
    جده@ar SAU_Jeddah | اسكندريه@ar EGY_Alexandria | كراچی PAK_Karachi | أربيل IRQ_Erbil | اربيل@ar IRQ_Erbil | بغـداد IRQ_Baghdad |
    بَغْدَاد IRQ_Baghdad | مكه@ar SAU_Makkah`,
  'kana and small kana': `
    龍ヶ崎 JPN_Ryūgasaki | 龍ケ崎 JPN_Ryūgasaki | 龍が崎 JPN_Ryūgasaki | 関ヶ原 JPN_Sekigahara | 鎌ヶ谷 JPN_Kamagaya | 茅ヶ崎 JPN_Chigasaki |
    鶴ヶ島 JPN_Tsurugashima | 袖ヶ浦 JPN_Sodegaura | ろんどん@ja GBR_London | ぱり@ja FRA_Paris | にゅーよーく@ja USA_NewYorkCity | おおさか@ja JPN_Osaka |
    ﾛﾝﾄﾞﾝ@ja GBR_London | ろーま@ja ITA_Rome | そうる@ja KOR_Seoul`,
  'traditional Chinese': `
    台灣 TWN | 韓國 KOR | 美國 USA | 德國 DEU | 法國 FRA | 臺北 TWN_Taipei | 廣州 CHN_Guangzhou | 倫敦 GBR_London | 紐約 USA_NewYorkCity | 羅馬 ITA_Rome |
    馬德里 ESP_Madrid | 臺灣 TWN | 澳門 MAC | 里約熱內盧 BRA_RiodeJaneiro`,
  'half-typed Hangul': `
    서우 KOR_Seoul | 서우@ko KOR_Seoul | 성@ko KOR_Seoul | 인처@ko KOR_Incheon | 부사@ko KOR_Busan | 대ㄱ@ko KOR_Daegu | ㅅㅓㅇㅜㄹ KOR_Seoul | 도ㅋ@ko JPN_Tokyo |
    런더@ko GBR_London | 뉴요@ko USA_NewYorkCity | 베를리 DEU_Berlin | 수워@ko KOR_Suwon | 인첨@ko KOR_Incheon`,
  'brackets, slashes, quotes and bars': `
    Milano (MI) ITA_Milan | Paris (France) FRA_Paris | São Paulo/SP BRA_SãoPaulo | 東京（日本） JPN_Tokyo | "Paris" FRA_Paris | “Paris” FRA_Paris | «Москва» RUS_Moscow |
    Springfield (Illinois) USA_Springfield_Illinois | Rio de Janeiro/RJ BRA_RiodeJaneiro | Torino [TO] ITA_Turin | Paris ｜ Texas USA_Paris | Bolzano/Bozen ITA_Bolzano |
    Biel/Bienne CHE_Biel/Bienne | Frankfurt (Oder) DEU_Frankfurt(Oder) | Frankfurt (Main) DEU_FrankfurtamMain | 「東京」 JPN_Tokyo | London，英国 GBR_London | Berlin: Germany DEU_Berlin`,
  'postal codes and districts': `
    69120 Heidelberg DEU_Heidelberg | 1010 Wien AUT_Vienna | Praha 1 CZE_Prague | London SW1A 1AA GBR_London | 75001 Paris FRA_Paris | Paris 75001 France FRA_Paris |
    00-001 Warszawa POL_Warsaw | CH-8001 Zürich CHE_Zürich | Roma 00118 ITA_Rome | Budapest 1051 HUN_Budapest | 1012 AB Amsterdam NLD_Amsterdam | 111 22 Stockholm SWE_Stockholm |
    D-10115 Berlin DEU_Berlin | São Paulo 01310-100 BRA_SãoPaulo | Москва 101000 RUS_Moscow | 100-0001 東京 JPN_Tokyo | 69120 Heidelbreg DEU_Heidelberg | Dublin 2 IRL_Dublin`,
  addresses: `
    10 Downing Street, London GBR_London | Bahnhofstrasse 1, 8001 Zürich CHE_Zürich | 10 Downing Street, London SW1A 2AA, UK GBR_London | Rue de Rivoli, Paris FRA_Paris |
    1600 Pennsylvania Avenue NW, Washington, DC 20500 USA_Washington | 5 Avenue Anatole France, 75007 Paris, France FRA_Paris | Unter den Linden 77, 10117 Berlin DEU_Berlin |
    Calle Mayor 5, 28013 Madrid, España ESP_Madrid | Marktplatz 3, Weimar, Deutschland DEU_Weimar | 350 Fifth Avenue, New York, NY 10118 USA_NewYorkCity | Damrak 1, 1012 LG Amsterdam NLD_Amsterdam |
    MG Road 12, Bengaluru, Karnataka 560001, India IND_Bengaluru | ул. Арбат 10, Москва RUS_Moscow | Bristl, England GBR_Bristol | Hauptstr. 5, Berlin DEU_Berlin`,
  'official names': `
    大阪府大阪市 JPN_Osaka | 广东省广州市 CHN_Guangzhou | 广州市 CHN_Guangzhou | 廣州市 CHN_Guangzhou | 서울특별시 관악구 KOR_Seoul | 東京都千代田区 JPN_Tokyo | 東京都千代田区1-1 JPN_Tokyo |
    上海市 CHN_Shanghai | 서울특별시 KOR_Seoul | 서울특별시관악구 KOR_Seoul | 서울 관악구 KOR_Seoul | 京都府京都市 JPN_Kyoto | 北海道札幌市 JPN_Sapporo | 愛知県名古屋市 JPN_Nagoya |
    浙江省杭州市西湖区 CHN_Hangzhou | 北京市朝阳区 CHN_Beijing | 부산광역시 해운대구 KOR_Busan | 경기도 수원시 KOR_Suwon | 대구광역시 KOR_Daegu | 四川省成都市 CHN_Chengdu | 東京都武蔵村山市 JPN_Musashimurayama | 臺北市 TWN_Taipei`,
  flags: `
    🇫🇷 FRA | 🇯🇵 Tokyo JPN_Tokyo | Paris 🇺🇸 USA_Paris | 🇩🇪 DEU | 🇧🇷 BRA | 🇰🇷 KOR | London 🇨🇦 CAN_London | 🇬🇧 GBR | 🇺🇸 Springfield USA_Springfield | 🇮🇳 IND |
    🇪🇸 Valencia ESP_Valencia | 🇻🇪 Valencia VEN_Valencia | 🇨🇭🇨🇭 CHE`,
};

describe.each(Object.entries(WRITTEN))('%s', (_, table) => {
  const rows = table.split('|').map((row) => /^\s*(.+?)(?:@(\w\w))? (\S+)\s*$/s.exec(row) ?? []);
  test.each(rows.map(([, token = '', lang, id = '']) => [token, lang, id] as const))(
    '%s (%s) finds %s among the first three',
    async (token, lang, id) => {
      expect((await idsOf(token, lang)).slice(0, 3)).toContain(id);
    },
  );
});

test.each([
  ['/cities/findByName', 'القاهره', 'ar', 'EGY_Cairo'],
  ['/cities/findByName', 'ろんど', 'ja', 'GBR_London'],
  ['/cities/findByName', '서우', 'ko', 'KOR_Seoul'],
  ['/countries/findByName', '台灣', 'zh', 'TWN'],
  ['/countries/findByName', '대한ㅁ', 'ko', 'KOR'],
])(
  '%s finds the start of a name, however its letters are written: %s',
  async (path, token, lang, id) => {
    expect((await idsOf(token, lang, path))[0]).toBe(id);
  },
);

test.each([
  // Gwangju is 廣州市 in Hanja, Kainan 海南, and Beihai 北海.
  ['广州市', 'KOR_Gwangju'],
  ['海南省', 'JPN_Kainan'],
  ['北海道', 'CHN_Beihai'],
  ['北京市朝阳区', 'CHN_Chaoyang'],
])('%s is not %s', async (token, id) => {
  expect((await idsOf(token))[0] ?? '').not.toMatch(id);
});
