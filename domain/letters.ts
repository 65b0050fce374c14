/**
 * The source of a pattern for a letter of any script and a mark that belongs to it, with the joiner
 * that keyboards of Indian scripts put behind it: none stands alone. For patterns with the flag `u`.
 */
export const LETTER = '[\\p{L}\\p{M}][\\u200c\\u200d]?'
