/** The frame of the console: the sign-in, and the parts around every page. */
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { draw, open, person } from '#console/testing/open.tsx'
import { givePasskey } from '#console/testing/passkey.ts'
import { content } from '#contract/content.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { people } from '#contract/staff/people.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { staffSession } from '#contract/staff/session.ts'
import { staffView } from '#contract/staff/view.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { config, on } from '#web/testing/answers.ts'
import { arrive, control, field, says, see, settle, shown, tap, type } from '#web/testing/page.ts'
import { lost, stub } from '#web/testing/stub.ts'

const LINK = 'l'.repeat(43)
const empty = { today: on('2026-03-05'), counts: [], next: null, items: [] }
const challenge = { challenge: 'Y2hhbGxlbmdl', rpId: 'lender.example' }
const forNewPasskey = {
  ...challenge,
  staffId: 's1',
  mail: 'asha@lender.example',
  rpName: 'Saral',
}

/** Answers for somebody who is not signed in until they sign in. */
function stubSignIn() {
  let isIn = false
  stub(staffSession.me, () => (isIn ? person('viewer') : { refused: 'not-logged-in' }))
  stub(staffView.list, { views: [] })
  stub(inbox.list, empty)
  stub(content.config, { ...config, isSandbox: false })
  stub(staffSession.ways, { isProviderOffered: false })
  stub(staffSession.challenge, challenge)
  return stub(staffSession.signIn, () => {
    isIn = true
    return null
  })
}

describe('the sign-in', () => {
  test('opens the console by a passkey', async () => {
    givePasskey()
    const calls = stubSignIn()
    await draw('/')
    await see("The console is for the lender's people. Sign in with your passkey.")
    await tap('Sign in with a passkey')
    await says('Nothing waits for a person.')
    expect(calls.inputs).toMatchObject([{ id: 'passkey-1' }])
  })

  test('says that the device gave no answer', async () => {
    stubSignIn()
    await draw('/')
    await tap('Sign in with a passkey')
    await says('Your device made no passkey answer. Try again.')
    // The button is busy until the ways to sign in are read again.
    const button = await control(/^Sign in with a passkey/)
    await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
    expect(shown('Sign in at your provider')).toEqual([])
    expect(shown('Open the sandbox')).toEqual([])
  })

  test('says that the passkey is refused', async () => {
    givePasskey()
    stubSignIn()
    stub(staffSession.signIn, { refused: 'staff-passkey-refused' })
    await draw('/')
    await tap('Sign in with a passkey')
    await says('This passkey or link was not accepted. Try again, or ask for a new invitation.')
  })

  test('leads to the provider where the lender has one', async () => {
    stubSignIn()
    stub(staffSession.ways, { isProviderOffered: true })
    stub(staffSession.toProvider, { address: 'https://id.lender.example/' })
    const assign = vi.spyOn(location, 'assign').mockReturnValue()
    await draw('/')
    await tap('Sign in at your provider')
    expect(assign).toHaveBeenCalledWith('https://id.lender.example/')
  })

  test('names the sandbox only in a demonstration', async () => {
    stubSignIn()
    stub(content.config, config)
    await draw('/')
    expect(await control('Open the sandbox')).toHaveProperty('hash', '#staff')
  })
})

describe('an invitation', () => {
  test('makes a passkey and leads into the console', async () => {
    givePasskey()
    stub(staffSession.invitation, forNewPasskey)
    const calls = stub(staffSession.register, null)
    const replace = vi.spyOn(location, 'replace').mockReturnValue()
    await draw(`/invitation#${LINK}`)
    await says('asha@lender.example, make a passkey on this device. The link works once.')
    await tap('Make a passkey')
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/console'))
    expect(calls.inputs).toMatchObject([{ link: LINK, passkey: { transports: ['internal'] } }])
  })

  test('says that its link is void, and that the device gave up', async () => {
    stub(staffSession.invitation, { refused: 'staff-passkey-refused' })
    await draw(`/invitation#${LINK}`)
    await says('This link was used, or it is older than 24 hours. Ask for a new one.')
    stub(staffSession.invitation, forNewPasskey)
    await draw(`/invitation#${LINK}`)
    await tap('Make a passkey')
    await says('Your device made no passkey answer. Try again.')
  })
})

describe('the way back from the provider', () => {
  const ANSWER = '/provider?code=c1&state=s1&iss=https%3A%2F%2Fid.lender.example'

  test('leads into the console, and leaves no answer in the address', async () => {
    stub(staffSession.me, { refused: 'not-logged-in' })
    const calls = stub(staffSession.fromProvider, { next: 'done', newApp: null })
    const replace = vi.spyOn(location, 'replace').mockReturnValue()
    await draw(ANSWER)
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/console'))
    expect(calls.inputs).toEqual([{ code: 'c1', state: 's1', iss: 'https://id.lender.example' }])
    expect(location.search).toBe('')
  })

  test('says why it was refused', async () => {
    stub(staffSession.me, { refused: 'not-logged-in' })
    stub(staffSession.fromProvider, { refused: 'staff-provider-refused' })
    await draw(ANSWER)
    await says(
      'The sign-in of your provider was not accepted. It must confirm the mail address of an invited person.',
    )
    expect(await control('Back to the sign-in')).toHaveProperty('pathname', '/console')
  })

  test('asks for the six digits of an app, and shows a new app its secret', async () => {
    stub(staffSession.me, person('viewer'))
    const newApp = { secret: 'JBSW Y3DP', address: 'otpauth://totp/x', code: ['10', '01'] }
    stub(staffSession.fromProvider, { next: 'code', newApp })
    const calls = stub(staffSession.code, ({ code }) =>
      code === '000000' ? { refused: 'staff-code-refused' } : null,
    )
    const close = vi.spyOn(window, 'close').mockReturnValue()
    await draw(ANSWER)
    await says('Without a camera, type this key into the app: JBSW Y3DP')
    await type('Code of your app', '12345')
    expect(await control('Continue')).toHaveProperty('disabled', true)
    await type('Code of your app', '000000')
    await tap('Continue')
    await says('This code was not accepted. Wait for the next one that your app shows.')
    await type('Code of your app', '123456')
    await tap('Continue')
    // The person was signed in, and came to sign in again.
    await says('You have proved who you are. You can close this window.')
    expect(close).toHaveBeenCalled()
    expect(calls.inputs).toEqual([{ code: '000000' }, { code: '123456' }])
  })
})

test('an unconfirmed person sees the code and nothing else', async () => {
  stub(inbox.list, empty)
  const out = stub(staffSession.signOut, null)
  await open('/', 'administrator', { confirmation: { code: '482913' } })
  await says(
    'administrator@lender.example, you are signed in. Your account works once a colleague has confirmed that it is you.',
  )
  await says('482913')
  expect(screen.queryAllByRole('link')).toEqual([])
  await tap('Sign out')
  expect(out.inputs).toHaveLength(1)
})

test('a server that does not answer is reported, and asked again', async () => {
  stub(staffSession.me, lost)
  await draw('/')
  await says('There is no connection to the server.')
  stub(staffSession.me, person('viewer'))
  stub(staffView.list, { views: [] })
  stub(inbox.list, empty)
  await tap('Try again')
  await says('Nothing waits for a person.')
})

/** The pages in the navigation of each role (lender.md, "People and permissions"). */
const NAVIGATION: readonly (readonly [Role, string])[] = [
  ['viewer', 'Inbox Proposals Products Reports Policy Content'],
  ['credit-officer', 'Inbox Borrowers Proposals'],
  ['kyc-officer', 'Inbox Borrowers Proposals'],
  ['operations', 'Inbox Borrowers Proposals Complaints'],
  ['collections', 'Inbox Borrowers Proposals Collections'],
  ['grievance-officer', 'Inbox Borrowers Proposals Complaints'],
  ['product-manager', 'Inbox Proposals Products Reports Policy Content'],
  ['finance', 'Inbox Borrowers Proposals Reports'],
  ['compliance', 'Inbox Proposals Products Reports Complaints Policy Content Staff Audit'],
  ['administrator', 'Inbox Proposals Products Reports Policy Content Staff Audit'],
]

test.each(NAVIGATION)(
  'the navigation of %s has the pages that it may read',
  async (role, names) => {
    stub(inbox.list, empty)
    await open('/', role)
    await says('Nothing waits for a person.')
    const pages = screen.getByRole('navigation', { name: 'Pages' })
    expect([...pages.children].map(({ textContent }) => textContent).join(' ')).toBe(names)
    expect(pages.querySelector('[aria-current=page]')?.textContent).toBe('Inbox')
  },
)

test('the account menu names the roles, and signing out forgets typed text', async () => {
  stub(people.list, { people: [], roles: [] })
  stub(staffSession.ways, { isProviderOffered: false })
  stub(content.config, config)
  stub(staffSession.signOut, () => {
    stub(staffSession.me, { refused: 'not-logged-in' })
    return null
  })
  await open('/staff', 'administrator')
  await type('Mail address', 'ravi@lender.example')
  await says('Administrator')
  await tap('Sign out')
  await see('Sign in with a passkey')
  stub(staffSession.me, person('administrator'))
  stub(staffView.list, { views: [] })
  await draw('/staff')
  expect((await field('Mail address')).value).toBe('')
})

test('a demonstration says that it is one', async () => {
  stub(inbox.list, empty)
  await open('/', 'viewer', { isSimulated: true })
  await says('DEMO: not a lender. Everything here is simulated.')
})

test('typed and unsent text survives a visit to another page, and the browser asks before it leaves', async () => {
  stub(people.list, { people: [], roles: [] })
  stub(inbox.list, empty)
  const leaves = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await open('/staff', 'administrator')
  expect(leaves()).toBe(false)
  await type('Mail address', 'ravi@lender.example')
  expect(leaves()).toBe(true)
  await tap('Inbox')
  await says('Nothing waits for a person.')
  await tap('Staff')
  expect((await field('Mail address')).value).toBe('ravi@lender.example')
})

test('an address without a page says so', async () => {
  await open('/nowhere')
  await says('This page does not exist.')
})

test('a page that breaks says so, reports to the operators, and leaves the other pages', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const calls = stub(staffSession.pageFailed, null)
  stub(inbox.list, empty)
  vi.spyOn(URLSearchParams.prototype, 'get').mockImplementation(() => {
    throw new TypeError('broken')
  })
  await open('/reports')
  await says('This page stopped working. If it does so again, tell your administrator.')
  expect(calls.inputs).toEqual([{ page: '/console/reports', error: 'TypeError' }])
  vi.mocked(URLSearchParams.prototype.get).mockRestore()
  await tap('Inbox')
  await says('Nothing waits for a person.')
})

describe('an act that needs a recent proof', () => {
  const invite = async () => {
    await type('Mail address', 'ravi@lender.example')
    await type('Role', 'viewer')
    await type('Reason', 'He begins on Monday.')
    await settle(() => fireEvent.submit(document.querySelector('form.inline') as Element))
  }
  const stubInvite = () => {
    let isProved = false
    stub(people.list, { people: [], roles: [] })
    stub(proposal.list, { twoPersonsOff: [], acts: [], proposals: [], next: null })
    const calls = stub(proposal.inviteStaff, () =>
      isProved ? { proposalId: 'p1' } : { refused: 'proof-required' },
    )
    const prove = () => {
      isProved = true
      return null
    }
    return { calls, prove }
  }

  test('asks for the passkey, and then runs', async () => {
    givePasskey()
    const { calls, prove } = stubInvite()
    stub(staffSession.challenge, challenge)
    stub(staffSession.prove, prove)
    await open('/staff', 'administrator')
    await invite()
    await arrive('/console/proposals')
    expect(calls.inputs).toHaveLength(2)
  })

  test('does not run without one, and says so', async () => {
    const { calls } = stubInvite()
    stub(staffSession.challenge, challenge)
    await open('/staff', 'administrator')
    await invite()
    await says('Use your passkey again: this act needs a recent proof.')
    expect(calls.inputs).toHaveLength(1)
    expect((await field('Mail address')).value).toBe('ravi@lender.example')
  })
})
