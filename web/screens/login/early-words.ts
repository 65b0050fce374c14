import type { MessageId } from '#words/catalogues.ts'

/** The messages of the script in the sign-in page: the build puts them there (prerender.tsx). */
export const EARLY_WORDS: readonly MessageId[] = [
  'common.network',
  'login.phone',
  'login.code',
  'login.code.sent',
  'login.code.sent.long',
  'login.get',
  'login.wait',
  'login.wait.label',
  'login.resend',
  'login.agree.first',
  'login.missing',
  'login.missing.tick',
  'ui.phone-invalid',
  'ui.phone-several',
  'ui.code',
]
