import type { Output } from '#contract/endpoint.ts'
import type { ownData } from '#contract/own-data.ts'
import { indiaDayOf } from '#domain/day.ts'
import { day, dayAndTime } from '#web/locales/format.ts'
import { currentLanguage, t } from '#web/locales/i18n.ts'
import { kindWords } from './words.ts'

type Download = Output<typeof ownData.download>

/**
 * Creates the file of all stored data: a page to read, or JSON. Its name contains the date, and
 * nothing about the borrower.
 */
export function dataFile(
  form: 'html' | 'json',
  data: Download,
): { name: string; type: string; text: string } {
  const name = `saral-data-${indiaDayOf(data.madeAt)}.${form}`
  if (form === 'json')
    return { name, type: 'application/json', text: JSON.stringify(data, null, 2) }
  return { name, type: 'text/html', text: page(data) }
}

/**
 * Builds one file that loads nothing from outside, so it opens anywhere, also without a network.
 */
function page({ madeAt, sections, pictures, consents }: Download): string {
  const title = escaped(t('data.file.title'))
  return [
    `<!doctype html><html lang="${currentLanguage()}"><meta charset="utf-8"><title>${title}</title>`,
    '<meta name="viewport" content="width=device-width"><style>body{font:16px/1.5 sans-serif;max-width:40em;margin:2em auto;padding:0 1em}',
    'dl{display:grid;grid-template-columns:1fr 1fr;gap:.25em 1em;border-top:1px solid #999;padding-top:.5em}dd{margin:0;overflow-wrap:anywhere}img{max-width:100%}</style>',
    `<h1>${title}</h1><p>${escaped(t('data.file.made', { time: dayAndTime(madeAt) }))}</p>`,
    ...sections.map(section => sectionOf(section, pictures)),
    `<h2>${escaped(t('data.agreed'))}</h2>`,
    ...consents.map(agreement),
    '</html>',
  ].join('\n')
}

function sectionOf(
  { kind, parts }: Download['sections'][number],
  pictures: Download['pictures'],
): string {
  const lists = parts.map(
    part => `<dl>${part.map(({ label, value }) => pair(label, value)).join('')}</dl>`,
  )
  const shown =
    kind === 'feedback' || kind === 'identity'
      ? pictures.filter(each => belongs(each.kind, kind)).map(image)
      : []
  return `<h2>${escaped(t(kindWords[kind].name))}</h2>\n${[...lists, ...shown].join('\n')}`
}

/** Whether a picture belongs to a section: pictures have no section of their own. */
function belongs(
  picture: Download['pictures'][number]['kind'],
  section: 'feedback' | 'identity',
): boolean {
  return picture === 'feedback' ? section === 'feedback' : section === 'identity'
}

function pair(label: string, value: string): string {
  return `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`
}

function image({ mediaType, base64, takenAt }: Download['pictures'][number]): string {
  return `<p><img src="data:${escaped(mediaType)};base64,${escaped(base64)}" alt="${escaped(day(takenAt))}"></p>`
}

function agreement({
  words,
  language,
  givenAt,
  withdrawnAt,
}: Download['consents'][number]): string {
  const when = withdrawnAt
    ? t('data.agreed.ended', { given: day(givenAt), ended: day(withdrawnAt) })
    : t('data.agreed.given', { day: day(givenAt) })
  return `<p>${escaped(when)}</p><blockquote lang="${language}">${escaped(words).replaceAll('\n\n', '<br><br>')}</blockquote>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? character)
}
