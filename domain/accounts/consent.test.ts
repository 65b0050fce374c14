import { expect, test } from 'vitest'
import { OPTIONAL_PURPOSES, PAGE_PURPOSES } from '#domain/accounts/consent.ts'

test('consent is asked for on each page that collects data, and apart from it for what is optional', () => {
  // The agreement of sign-in, the five steps of specification §3, and the bank account.
  expect(PAGE_PURPOSES).toEqual([
    'agreement',
    'basic',
    'work',
    'identity',
    'face',
    'contacts',
    'bank-account',
  ])
  // Product §9 and regulation C12.
  expect(OPTIONAL_PURPOSES).toEqual(['location', 'marketing', 'tracking'])
})
