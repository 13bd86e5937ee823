import { languageCode } from '../shared/visitor.js';

/** The texts of the element itself, in one language. */
export interface Texts {
  /** Followed by a number. */
  readonly results: string;
  readonly noResult: string;
  readonly unavailable: string;
  readonly choose: string;
}

/** Every language that the service has names in. */
export const TRANSLATIONS = {
  en: {
    results: 'Results',
    noResult: 'Nothing found',
    unavailable: 'Search is not available right now. Keep typing to try again.',
    choose: 'Choose an entry from the list.',
  },
  fr: {
    results: 'Résultats',
    noResult: 'Aucun résultat',
    unavailable: 'La recherche est indisponible pour le moment. Continuez à taper pour réessayer.',
    choose: 'Choisissez une entrée de la liste.',
  },
  de: {
    results: 'Ergebnisse',
    noResult: 'Nichts gefunden',
    unavailable:
      'Die Suche ist gerade nicht verfügbar. Tippen Sie weiter, um es erneut zu versuchen.',
    choose: 'Wählen Sie einen Eintrag aus der Liste.',
  },
  es: {
    results: 'Resultados',
    noResult: 'No se ha encontrado nada',
    unavailable:
      'La búsqueda no está disponible en este momento. Siga escribiendo para volver a intentarlo.',
    choose: 'Elija una opción de la lista.',
  },
  it: {
    results: 'Risultati',
    noResult: 'Nessun risultato',
    unavailable: 'La ricerca non è disponibile al momento. Continua a digitare per riprovare.',
    choose: 'Scegli una voce dall’elenco.',
  },
  pt: {
    results: 'Resultados',
    noResult: 'Nada encontrado',
    unavailable:
      'A pesquisa não está disponível neste momento. Continue a escrever para tentar de novo.',
    choose: 'Escolha uma entrada da lista.',
  },
  nl: {
    results: 'Resultaten',
    noResult: 'Niets gevonden',
    unavailable: 'Zoeken is nu niet beschikbaar. Typ verder om het opnieuw te proberen.',
    choose: 'Kies een item uit de lijst.',
  },
  pl: {
    results: 'Wyniki',
    noResult: 'Nic nie znaleziono',
    unavailable: 'Wyszukiwanie jest teraz niedostępne. Pisz dalej, aby spróbować ponownie.',
    choose: 'Wybierz pozycję z listy.',
  },
  ru: {
    results: 'Результаты',
    noResult: 'Ничего не найдено',
    unavailable: 'Поиск сейчас недоступен. Продолжайте ввод, чтобы повторить попытку.',
    choose: 'Выберите значение из списка.',
  },
  uk: {
    results: 'Результати',
    noResult: 'Нічого не знайдено',
    unavailable: 'Пошук зараз недоступний. Продовжуйте вводити, щоб спробувати ще раз.',
    choose: 'Виберіть значення зі списку.',
  },
  tr: {
    results: 'Sonuçlar',
    noResult: 'Sonuç bulunamadı',
    unavailable: 'Arama şu anda kullanılamıyor. Yeniden denemek için yazmaya devam edin.',
    choose: 'Listeden bir öğe seçin.',
  },
  ar: {
    results: 'النتائج',
    noResult: 'لا توجد نتائج',
    unavailable: 'البحث غير متاح حاليًا. تابع الكتابة للمحاولة مرة أخرى.',
    choose: 'اختر عنصرًا من القائمة.',
  },
  fa: {
    results: 'نتایج',
    noResult: 'چیزی پیدا نشد',
    unavailable: 'جستجو در حال حاضر در دسترس نیست. برای تلاش دوباره به نوشتن ادامه دهید.',
    choose: 'یک مورد از فهرست انتخاب کنید.',
  },
  he: {
    results: 'תוצאות',
    noResult: 'לא נמצאו תוצאות',
    unavailable: 'החיפוש אינו זמין כרגע. המשיכו להקליד כדי לנסות שוב.',
    choose: 'יש לבחור פריט מהרשימה.',
  },
  hi: {
    results: 'परिणाम',
    noResult: 'कुछ नहीं मिला',
    unavailable: 'खोज अभी उपलब्ध नहीं है। फिर से कोशिश करने के लिए लिखते रहें।',
    choose: 'सूची में से कोई विकल्प चुनें।',
  },
  bn: {
    results: 'ফলাফল',
    noResult: 'কিছু পাওয়া যায়নি',
    unavailable: 'অনুসন্ধান এখন পাওয়া যাচ্ছে না। আবার চেষ্টা করতে লিখতে থাকুন।',
    choose: 'তালিকা থেকে একটি বেছে নিন।',
  },
  zh: {
    results: '结果',
    noResult: '未找到结果',
    unavailable: '搜索暂时不可用。继续输入以重试。',
    choose: '请从列表中选择一项。',
  },
  ja: {
    results: '検索結果',
    noResult: '見つかりませんでした',
    unavailable: '現在、検索を利用できません。入力を続けると再試行します。',
    choose: 'リストから選択してください。',
  },
  ko: {
    results: '결과',
    noResult: '결과 없음',
    unavailable: '지금은 검색할 수 없습니다. 계속 입력하면 다시 시도합니다.',
    choose: '목록에서 항목을 선택하세요.',
  },
  vi: {
    results: 'Kết quả',
    noResult: 'Không tìm thấy kết quả',
    unavailable: 'Hiện không thể tìm kiếm. Hãy gõ tiếp để thử lại.',
    choose: 'Hãy chọn một mục trong danh sách.',
  },
  th: {
    results: 'ผลลัพธ์',
    noResult: 'ไม่พบผลลัพธ์',
    unavailable: 'ขณะนี้ค้นหาไม่ได้ พิมพ์ต่อเพื่อลองอีกครั้ง',
    choose: 'โปรดเลือกจากรายการ',
  },
  id: {
    results: 'Hasil',
    noResult: 'Tidak ditemukan',
    unavailable: 'Pencarian sedang tidak tersedia. Lanjutkan mengetik untuk mencoba lagi.',
    choose: 'Pilih salah satu dari daftar.',
  },
  sv: {
    results: 'Resultat',
    noResult: 'Inget hittades',
    unavailable: 'Sökningen är inte tillgänglig just nu. Skriv vidare för att försöka igen.',
    choose: 'Välj en post i listan.',
  },
  da: {
    results: 'Resultater',
    noResult: 'Intet fundet',
    unavailable: 'Søgningen er ikke tilgængelig lige nu. Skriv videre for at prøve igen.',
    choose: 'Vælg en post på listen.',
  },
  nb: {
    results: 'Resultater',
    noResult: 'Ingen treff',
    unavailable: 'Søket er ikke tilgjengelig akkurat nå. Skriv videre for å prøve igjen.',
    choose: 'Velg en oppføring fra listen.',
  },
  fi: {
    results: 'Tulokset',
    noResult: 'Ei tuloksia',
    unavailable: 'Haku ei ole juuri nyt käytettävissä. Yritä uudelleen jatkamalla kirjoittamista.',
    choose: 'Valitse kohde luettelosta.',
  },
  cs: {
    results: 'Výsledky',
    noResult: 'Nic nenalezeno',
    unavailable: 'Vyhledávání teď není dostupné. Pište dál a zkusíme to znovu.',
    choose: 'Vyberte položku ze seznamu.',
  },
  hu: {
    results: 'Találatok',
    noResult: 'Nincs találat',
    unavailable: 'A keresés most nem érhető el. Írjon tovább az újrapróbálkozáshoz.',
    choose: 'Válasszon egy elemet a listából.',
  },
  ro: {
    results: 'Rezultate',
    noResult: 'Niciun rezultat',
    unavailable: 'Căutarea nu este disponibilă momentan. Continuați să tastați pentru a reîncerca.',
    choose: 'Alegeți o intrare din listă.',
  },
  el: {
    results: 'Αποτελέσματα',
    noResult: 'Δεν βρέθηκε τίποτα',
    unavailable:
      'Η αναζήτηση δεν είναι διαθέσιμη αυτή τη στιγμή. Συνεχίστε να πληκτρολογείτε για νέα προσπάθεια.',
    choose: 'Επιλέξτε μια καταχώριση από τη λίστα.',
  },
} satisfies Record<string, Texts>;

const TEXTS: Readonly<Partial<Record<string, Texts>>> = TRANSLATIONS;
const DEFAULT_LANGUAGE = 'en';

/** Returns the service's language for a BCP 47 tag, English if it has none. */
export function lookUpLanguage(tag: string): string {
  const code = languageCode(tag);
  return Object.hasOwn(TEXTS, code) ? code : DEFAULT_LANGUAGE;
}

/** @param language as `lookUpLanguage` returns it */
export function textsIn(language: string): Texts {
  return TEXTS[language] ?? TRANSLATIONS[DEFAULT_LANGUAGE];
}
