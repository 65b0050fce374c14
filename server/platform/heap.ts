/**
 * How V8 keeps the server's memory. Left to itself it looks through all of it once a second or more where people apply, for it
 * takes the little that lives for all that there should be; on two busy processors each look holds up whoever asks by 20 to 40 ms.
 * Room for what is young is kept small, so that clearing it away is short; room for the old is there from the start, so that it is
 * seldom looked through. `npm start` and the Dockerfile say the same, for V8 wants to know before anything runs.
 */
export const HEAP_FLAGS = ['--max-semi-space-size=8', '--initial-old-space-size=128'] as const
