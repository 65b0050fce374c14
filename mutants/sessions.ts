import type { Mutant } from './mutant.ts'

/** Faults that give a session more than it may have. */
export const sessions: readonly Mutant[] = [
  {
    name: 'any-number-of-sessions',
    breaks: 'A borrower has any number of live sessions.',
    file: 'domain/accounts/live-sessions.ts',
    find: '.slice(MOST_LIVE_SESSIONS)',
    replace: '.slice(MOST_LIVE_SESSIONS + 1)',
    killedBy: ['server/accounts/sessions.test.ts'],
  },
  {
    name: 'second-code-of-another-session',
    breaks: 'A code that one session asked for confirms another.',
    file: 'server/accounts/db/confirm-code.ts',
    find: 'WHERE borrower_id = $1 AND session_id = $2 AND tries < $3',
    replace: 'WHERE borrower_id = $1 AND $2::uuid IS NOT NULL AND tries < $3',
    killedBy: ['server/accounts/confirm-code.test.ts'],
  },
  {
    name: 'limited-session-not-limited',
    breaks: 'Whoever guesses four digits borrows and downloads all data.',
    file: 'server/platform/http/edge.ts',
    find: 'if (session && !mayCall(session, endpoint))',
    replace: 'if (session && !mayCall(session, endpoint) && endpoint.idempotent)',
    killedBy: ['server/lending/routes/limited-session.test.ts'],
  },
  {
    name: 'endless-tries-of-a-confirmation',
    breaks: 'A thief tries all confirmation codes.',
    file: 'server/accounts/db/confirm-code.ts',
    find: 'AND session_id = $2 AND tries < $3',
    replace: 'AND session_id = $2 AND $3::int > 0',
    killedBy: ['server/accounts/confirm-code.test.ts'],
  },
  {
    name: 'confirmation-for-ever',
    breaks: 'A confirmation code works after its five minutes.',
    file: 'server/accounts/confirm-code.ts',
    find: 'if (!isRight || call.now > tried.expiresAt)',
    replace: 'if (!isRight)',
    killedBy: ['server/accounts/confirm-code.test.ts'],
  },
  {
    name: 'device-of-any-borrower-known',
    breaks: 'A confirmation makes the devices of other borrowers known.',
    file: 'server/accounts/db/device.ts',
    find: 'WHERE borrower_id = $1 AND device_id = $2 AND known_at IS NULL',
    replace: 'WHERE $1::uuid IS NOT NULL AND device_id = $2 AND known_at IS NULL',
    killedBy: ['server/accounts/confirm-code.test.ts'],
  },
]
