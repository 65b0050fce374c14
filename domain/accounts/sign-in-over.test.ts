import { expect, test } from 'vitest'
import { signInOver } from '#domain/accounts/sign-in-over.ts'

const asha = { borrowerId: 'asha', isAppUser: false }
const ashaInApp = { borrowerId: 'asha', isAppUser: true }
const ravi = { borrowerId: 'ravi', isAppUser: false }

test('a session is not replaced without a question', () => {
  expect(signInOver(undefined, ravi, false)).toEqual({ asks: false, isAppUser: false })
  expect(signInOver(undefined, ashaInApp, false)).toEqual({ asks: false, isAppUser: true })
})

test('another person’s session is replaced only once the visitor agreed', () => {
  const somebodyNew = { borrowerId: undefined, isAppUser: false }
  for (const next of [ravi, somebodyNew]) {
    expect(signInOver(ashaInApp, next, false)).toEqual({ asks: true })
    expect(signInOver(ashaInApp, next, true)).toEqual({ asks: false, isAppUser: false })
  }
})

test('the same person’s session stays of its kind, without a question', () => {
  expect(signInOver(asha, ashaInApp, false)).toEqual({ asks: false, isAppUser: false })
  expect(signInOver(ashaInApp, asha, false)).toEqual({ asks: false, isAppUser: true })
  expect(signInOver(asha, asha, true)).toEqual({ asks: false, isAppUser: false })
})
