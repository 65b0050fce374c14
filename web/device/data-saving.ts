/** What some browsers know about the network; others say nothing, and nothing is held back from them. */
type Connection = { readonly saveData?: boolean; readonly effectiveType?: string }

/** Whether a few megabytes are too many here: the borrower has asked to save data, or the network is as slow as 2G. */
export function savesData(
  connection = (navigator as { connection?: Connection }).connection,
): boolean {
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}
