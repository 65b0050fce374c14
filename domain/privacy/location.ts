/** Where somebody is, in degrees. */
export type Location = { readonly latitude: number; readonly longitude: number }

/** A hundredth of a degree is about a kilometre in India: which town, and not which house. */
const DECIMALS = 2

/** The location as it may be kept (regulation C11, "coarse"). */
export function coarse({ latitude, longitude }: Location): Location {
  // Plus zero: there is no minus zero.
  const cut = (degrees: number) => Number(degrees.toFixed(DECIMALS)) + 0
  return { latitude: cut(latitude), longitude: cut(longitude) }
}
