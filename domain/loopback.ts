/**
 * True for the hosts that reach this very machine alone: the loopback addresses, and
 * `localhost` with the names below it (RFC 6761 §6.3).
 */
export function isLoopback(host: string): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
