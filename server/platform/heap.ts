/**
 * V8's memory settings. By default V8 marks the whole heap once a second or more under load,
 * because it sizes the heap by the little that survives; on two busy processors each marking delays
 * requests by 20 to 40 ms. A small young generation keeps its collections short; a large initial
 * old generation makes full ones rare. `npm start` and the Dockerfile set the same flags, because
 * V8 needs them before anything runs.
 */
export const HEAP_FLAGS = ['--max-semi-space-size=8', '--initial-old-space-size=128'] as const
