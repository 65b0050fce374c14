/** How long a journey waits for what it expects. Long, since a busy machine is no fault of the product; what never comes still fails. */
export const PATIENCE_MS = 60_000
