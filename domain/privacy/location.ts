/** A position in degrees. */
export type Location = { readonly latitude: number; readonly longitude: number }

/** A hundredth of a degree is about a kilometre in India: it shows the town but not the house. */
const DECIMALS = 2

/** The location as it may be stored (regulation C11, "coarse"). */
export function coarse({ latitude, longitude }: Location): Location {
  // Adding zero turns minus zero into zero.
  const cut = (degrees: number) => Number(degrees.toFixed(DECIMALS)) + 0
  return { latitude: cut(latitude), longitude: cut(longitude) }
}
