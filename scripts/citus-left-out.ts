/** The server's tests that say nothing about a spread database, each with the reason why. */
export const NOT_ON_CITUS: Readonly<Record<string, string>> = {}
