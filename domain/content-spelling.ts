/*
 * Finds addresses and figures in a text of the lender, in every spelling in which a person reads them, or
 * a browser follows them: wide and small signs, any case, any dot, the digits of every script, and signs
 * that nobody sees (decision 76).
 */

/** Signs that are read as the dot of an address; browsers take the first for one. */
const DOTS = /[\u3002\u00b7\u2027\u2219\u22c5\u2022\u30fb]|\s?[([{]\s?dot\s?[)\]}]\s?/giu
/** Signs without a shape, such as joiners and variation selectors. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

/** A text without its spellings: one sign for each that looks like it, a dot for every dot, nothing unseen. */
export function plainly(text: string): string {
  return text.normalize('NFKC').replace(UNSEEN, '').normalize('NFKC').replace(DOTS, '.')
}

const LETTER = '[\\p{L}\\p{M}]'
const LABEL = '[\\p{L}\\p{M}\\p{N}_-]+'
const INDIAN =
  '[\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Gujr}\\p{sc=Guru}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Orya}]'
/**
 * The last part of a host. In Indian scripts an abbreviation is written with dots too (एस.एम.एस), so
 * there it is longer than a letter with its vowel, or one of the two short ends that exist.
 */
const END = `(?:xn--[a-z0-9-]+|(?:(?!${INDIAN})${LETTER}){2,}|${LETTER}{4,}(?!\\.${LETTER})|कॉम|नेट)(?![\\p{L}\\p{M}\\p{N}_])`
const HEX = '[0-9a-f]'
const ADDRESS_OF_MACHINE = [
  // version 4, in the digits of any script, and in base 16
  '\\p{Nd}+(?:\\s?\\.\\p{Nd}+){3}',
  `0x${HEX}+(?:\\.(?:0x${HEX}+|\\d+))+`,
  `0x${HEX}{8}`,
  // version 6
  `(?<![\\p{L}\\p{N}:])(?:${HEX}{1,4}:){7}${HEX}{1,4}`,
  `(?<![\\p{L}\\p{N}:])(?:${HEX}{1,4}(?::${HEX}{1,4})*::|::${HEX}{1,4})[0-9a-f:.]*`,
].join('|')
const LINK = new RegExp(
  [
    '[a-z][a-z0-9+.-]*:[/\\\\]{2}\\S*',
    '(?<!\\p{L})(?:https?|ftp|mailto|tel|sms|upi|intent|javascript):\\S+',
    'www\\.\\S*',
    '\\S*@\\S*',
    `${LABEL}(?:\\s?\\.${LABEL})*\\s?\\.${END}`,
    ADDRESS_OF_MACHINE,
    '(?<!\\p{L})localhost(?!\\p{L})',
  ].join('|'),
  'giu',
)

/** Every address in a text: of pages, of people, and of machines. */
export function linksIn(text: string): readonly string[] {
  return (plainly(text).match(LINK) ?? []).map(link => link.replace(/[.,;:!?)]+$/u, ''))
}

/** Words for a share, an amount or a time, in every language; each stands for all words that begin with it. */
const UNITS =
  `percent per\\scent pct rupee rs inr paisa paise lakh lac crore minute hour day week month year
  प्रतिशत फीसद परसेंट टक्के टक्का रुप रूप रु पैसे घंट घण्ट तास दिन दिवस हफ्त सप्ताह आठवड महीन महिन माह साल वर्ष
  শতাংশ টাকা রুপি মিনিট ঘণ্টা ঘন্টা দিন সপ্তাহ মাস বছর
  சதவீத சதவிகித விழுக்காடு ரூபா நிமிட மணி நாள் நாட்க வார மாத ஆண்டு வருட
  శాతం రూపాయ నిమిష గంట రోజు వార నెల సంవత్సర ఏళ్ల`
    .normalize('NFKC')
    .split(/\s+/u)
    .join('|')
const NUMBER = '\\p{N}[\\p{N}.,]*'
const FIGURE = new RegExp(
  [
    // an amount: ₹500, Rs. 500, 500/-
    `(?:\\p{Sc}|(?<![\\p{L}\\p{M}])(?:rs|re|inr|रु|ரூ|రూ))[.॰]?\\s*${NUMBER}`,
    `${NUMBER}\\s?/\\s?[-=]`,
    // a share or a time, perhaps with a word before its unit: 18%, 3 working days
    `${NUMBER}[\\s-]*(?:[\\p{L}\\p{M}]+[\\s-]+)?(?:[%‰٪]|\\p{Sc}|(?:${UNITS})[\\p{L}\\p{M}]*)`,
    // a telephone number
    '(?:\\p{N}[\\s().\\p{Pd}]{0,3}){7,}\\p{N}',
  ].join('|'),
  'giu',
)
const MACHINES = new RegExp(ADDRESS_OF_MACHINE, 'giu')

/** The figures that a text states by hand: amounts, shares, times and telephone numbers. */
export function figuresIn(text: string): readonly string[] {
  return plainly(text).replace(MACHINES, ' ').match(FIGURE) ?? []
}
