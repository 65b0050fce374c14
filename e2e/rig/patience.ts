/**
 * The milliseconds a journey waits for what it expects: long, so that a busy machine does not fail
 * it.
 */
export const PATIENCE_MS = 120_000
