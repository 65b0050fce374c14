import type { Day } from '#domain/day.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

export type DueDayCalendar = {
  readonly days: readonly Day[]
  readonly language: Language
  /** The product's public origin, without a trailing slash. */
  readonly origin: string
  /** Marks the entries of this calendar in an app that shows several; not the secret. */
  readonly id: string
  readonly now: Date
}

/** How often a calendar is asked to read again; many choose by themselves. */
const REFRESH = 'PT12H'
const OCTETS_MAX = 75

/**
 * Due days as an iCalendar file (RFC 5545): one all-day entry for each, with a neutral title and a
 * link to the orders, and no name or amount, since calendars are synchronised and shared.
 */
export function dueDayCalendar({ days, language, origin, id, now }: DueDayCalendar): string {
  const page = `${origin}/order`
  const entries = days.flatMap(day => [
    'BEGIN:VEVENT',
    `UID:${day}-${id}@${new URL(origin).host}`,
    `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `SUMMARY:${escaped(say(language, 'calendar.entry'))}`,
    `DESCRIPTION:${escaped(say(language, 'calendar.entry.text', { address: page }))}`,
    `URL:${page}`,
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Saral//Calendar//EN',
    `X-WR-CALNAME:${escaped(say(language, 'calendar.name'))}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...TIME_ZONE,
    ...entries,
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

/** A calendar must hold at least one component (RFC 5545 §3.6): this one, if nothing is due. */
const TIME_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Asia/Kolkata',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0530',
  'TZOFFSETTO:+0530',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** A text value (RFC 5545 §3.3.11). */
export function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

/** A line in parts of at most 75 octets, none of which ends within a character (RFC 5545 §3.1). */
export function folded(line: string): string {
  let octets = 0
  let text = ''
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > OCTETS_MAX) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}
