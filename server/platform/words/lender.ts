import type { Language } from '#server/platform/actions/call.ts'

/** Who lends; until somebody does, that nobody does (product §1). */
export function lenderName(
  lender: { readonly name: string } | undefined,
  language: Language,
): string {
  if (lender) return lender.name
  return language === 'hi' ? 'सरल (डेमो: कोई ऋणदाता नहीं)' : 'Saral (DEMO: not a lender)'
}
