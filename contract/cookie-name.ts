/**
 * The cookie with the chosen language, which app and server share: bound to its host and to https, or
 * over http on this machine alone as a browser keeps it there.
 */
export function languageCookie(isSecure: boolean): string {
  return isSecure ? '__Host-lang' : 'saral-insecure-lang'
}
