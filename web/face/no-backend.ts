/** Stands where a way to compute that we do not ship would stand. */
export {}
