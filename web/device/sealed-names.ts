/** The prefix of the session storage items that hold encrypted drafts. */
export const SEALED = 'sealed:'
