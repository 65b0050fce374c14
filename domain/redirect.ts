/** A path of ours: one slash, then neither a slash nor a backslash, which browsers read as another host (product §10). */
const ownPath = /^\/(?![/\\])/

/** Browsers drop tabs and line ends from an address before they read it, so `/<tab>/host` would be another host too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const controlCharacter = /[\u0000-\u001f\u007f]/

/** Whether a `redirect` leads to a page of ours. */
export function isOwnPath(target: string): boolean {
  return ownPath.test(target) && !controlCharacter.test(target)
}

/** Where to go after login: the redirect if it is a path of ours, else home. */
export function redirectTarget(redirect: string | null | undefined): string {
  return redirect && isOwnPath(redirect) ? redirect : '/'
}
