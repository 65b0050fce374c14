/** Returns the ten digits of an Indian number, also from `+91 98765 43210` or `098765 43210`. */
export function localNumber(raw: string): string {
  const digits = raw.replace(/\D/g, '')
  if (digits.length <= 10) return digits
  return digits.replace(/^(?:0?91|0)(?=\d{10})/, '').slice(0, 10)
}

/** Removes everything but digits: the `normalise` of account numbers, PIN codes and the like. */
export function digitsOnly(raw: string): string {
  return raw.replace(/\D/g, '')
}
