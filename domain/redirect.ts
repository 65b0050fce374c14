/**
 * A path within our app: one slash, then neither a slash nor a backslash, which browsers read as
 * another host (product §10).
 */
const ownPath = /^\/(?![/\\])/

/**
 * Browsers drop tabs and line ends from an address before parsing it, so `/<tab>/host` would also
 * be another host.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const controlCharacter = /[\u0000-\u001f\u007f]/

/**
 * A segment `.` or `..`, encoded or not. Browsers resolve it, so `/.//host` would be the path
 * `//host`, which read again is another host.
 */
const dotSegment = /^[^?#]*[/\\](?:\.|%2e){1,2}(?:[/\\?#]| *$)/i

/** True if a `redirect` leads to one of our pages. */
export function isOwnPath(target: string): boolean {
  return ownPath.test(target) && !controlCharacter.test(target) && !dotSegment.test(target)
}

/** The page after login: the redirect if it is one of our paths, else home. */
export function redirectTarget(redirect: string | null | undefined): string {
  return redirect && isOwnPath(redirect) ? redirect : '/'
}
