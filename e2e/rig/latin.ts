import type { Page } from 'playwright-core'

/** The words that Hindi writes in Latin letters too: names and the short forms that India uses. */
const NAMES = [
  'Saral',
  'Weekly',
  'Seven',
  'Silver',
  'Gold',
  'Festive',
  'Partner',
  'Offer',
  'Asha',
  'State',
  'Bank',
  'of',
  'India',
  'Google',
  'Play',
  'App',
  'Store',
  'Safari',
  'iPhone',
  'iOS',
  'Android',
  'Chrome',
  'APR',
  'GST',
  'PAN',
  'OTP',
  'SMS',
  'IFSC',
  'RBI',
  'CMS',
  'UPI',
  'AutoPay',
  'UIDAI',
  'EMI',
  'KYC',
  'MB',
  'JPEG',
  'PNG',
  'QR',
  'PDF',
  'HTML',
  'JSON',
  'WebP',
  'am',
  'pm',
  'DigiLocker',
  'English',
]
/** Addresses, order numbers, document codes, and codes that contain a digit. */
const CODES = [
  /\S+@\S+/g,
  /https?:\S+/g,
  /\b[\w-]+(\.[\w-]+)*\.(in|example)\b/g,
  /\bSR( [A-Z0-9]{4})+/g,
  /\b[0-9A-Z]{4}(-[0-9A-Z]{4}){3}\b/g,
  /\b(?=\w*\d)\w+\b/g,
]

/** The texts of the page that contain an English word, each once. */
export async function inLatinLetters(page: Page): Promise<string[]> {
  return [...new Set(await textsOf(page))].filter(text => {
    const rest = CODES.reduce((left, code) => left.replace(code, ' '), text)
    return (rest.match(/[A-Za-z][A-Za-z'’]+/g) ?? []).some(word => !NAMES.includes(word))
  })
}

/** The texts of the page that people see or hear: its title, visible text, choices and labels. */
export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (
        element &&
        !element.closest('script, style') &&
        (element.closest('option') || element.checkVisibility())
      )
        texts.push(node.textContent ?? '')
    }
    for (const name of ['aria-label', 'placeholder', 'alt', 'title'])
      for (const element of document.querySelectorAll(`body [${name}]`))
        texts.push(element.getAttribute(name) ?? '')
    return texts
  })
}
