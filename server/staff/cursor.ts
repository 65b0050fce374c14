/** Cursors: the place of a list's last row, from which its next page begins, as an opaque word. */

/** The cursor of a place. */
export function cursorOf(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place.map(String))).toString('base64url')
}

/** The place that a cursor names, by the forms of its parts; undefined for an invalid cursor. */
export function placeOf(cursor: string, forms: readonly RegExp[]): readonly string[] | undefined {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  const isPlace =
    Array.isArray(parts) &&
    parts.length === forms.length &&
    forms.every((form, at) => typeof parts[at] === 'string' && form.test(parts[at]))
  return isPlace ? (parts as string[]) : undefined
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
export const DAY = /^\d{4}-\d{2}-\d{2}$/
export const NUMBER = /^\d{1,9}$/
export const POSTING = /^[\w:.-]{1,150}$/
