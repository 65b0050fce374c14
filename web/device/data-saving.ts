/** Network information that some browsers provide; without it everything is loaded. */
type Connection = { readonly saveData?: boolean; readonly effectiveType?: string }

/**
 * Whether a few megabytes are too much here: the borrower turned on data saving, or the network is
 * as slow as 2G.
 */
export function savesData(
  connection = (navigator as { connection?: Connection }).connection,
): boolean {
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}
