import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { compare, feedback, home, login } from '#e2e/messages/around.ts'
import { bank, denied, over, owing, ready } from '#e2e/messages/borrowing.ts'
import { type Message, type Prepared, provokeAndRead } from '#e2e/messages/message.ts'
import { contacts, identity, pictures, uploads } from '#e2e/messages/verification.ts'
import { answered, newBorrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { iPhone } from '#e2e/rig/device.ts'
import { journey, openTheProduct } from '#e2e/rig/journey.ts'
import { rupeesToPaise } from '#e2e/rig/rupees.ts'
import { BASE_INFO } from '#server/providers/simulated/person.ts'

openTheProduct()

const somebodyNew = async (origin: string) => ({ borrower: await newBorrower(origin), orderId: '' })

/** The people, how each is prepared, and the messages that they see. */
const TABLE: readonly [
  who: string,
  prepare: (origin: string) => Promise<Prepared>,
  messages: readonly Message[],
][] = [
  ['somebody new', somebodyNew, [...contacts, ...identity, ...pictures, ...feedback, ...home]],
  ['somebody who gives pictures of the cards', withUploads, uploads],
  ['a verified borrower without a bank account', verified, bank],
  [
    'a borrower who has only to apply',
    async origin => ({
      borrower: await readyBorrower(origin, { account: '112233445566' }),
      orderId: '',
    }),
    ready,
  ],
  ['a borrower with a running loan', withLoan, owing],
  ['a borrower who was denied', refusedBorrower, denied],
  ['somebody who logged out everywhere', loggedOut, over],
]

async function withUploads(origin: string): Promise<Prepared> {
  const borrower = await newBorrower(origin)
  answered(await borrower.browser.calls(contract.kyc).chooseType({ kycPageType: 1 }))
  return { borrower, orderId: '' }
}

async function verified(origin: string): Promise<Prepared> {
  const borrower = await newBorrower(origin)
  await borrower.verify()
  return { borrower, orderId: '' }
}

async function withLoan(origin: string): Promise<Prepared> {
  const borrower = await readyBorrower(origin)
  const orderId = await borrower.borrow('saral-weekly', 3_000)
  const { orderNo } = await borrower.detail(orderId)
  const wish = { borrowAmount: rupeesToPaise(1_000), orderNo, cardId: await borrower.cardId() }
  answered(
    await borrower.browser.calls(contract.schedule).reserve(wish, { idempotencyKey: orderId }),
  )
  return { borrower, orderId }
}

async function refusedBorrower(origin: string): Promise<Prepared> {
  const borrower = await readyBorrower(origin, { monthlyIncome: '4000' })
  const orderId = await borrower.apply('saral-seven', 5_000)
  await borrower.orderIs(orderId, '3')
  return { borrower, orderId }
}

async function loggedOut(origin: string): Promise<Prepared> {
  const borrower = await newBorrower(origin)
  answered(await borrower.browser.calls(contract.login).logout({ everywhere: true }))
  return { borrower, orderId: '' }
}

journey(
  'shows every message in its place (a visitor)',
  async scene => {
    const visit = { ...scene, ...(await somebodyNew(scene.server.origin)) }
    for (const message of [...login, ...compare]) await provokeAndRead(visit, message)
  },
  [iPhone],
)

for (const [who, prepare, messages] of TABLE)
  journey(
    `shows every message in its place (${who})`,
    async scene => {
      const visit = { ...scene, ...(await prepare(scene.server.origin)) }
      // An extension is possible only when the due date is less than a week ahead.
      if (messages === owing) await scene.sandbox.advance('P2D')
      if (messages === over) scene.forgive(/Failed to load resource/)
      if (messages === ready)
        answered(await visit.borrower.browser.calls(contract.verify).saveBaseInfo(BASE_INFO))
      await visit.borrower.enter(scene.page.context())
      for (const message of messages) await provokeAndRead(visit, message)
    },
    [iPhone],
  )

test('the table has every sentence of the specification for the identity and face pages', () => {
  const texts = TABLE.flatMap(([, , messages]) => messages.flatMap(({ says }) => says))
  const sentences = [
    'Please Input IDcard No.',
    'Please Input Pan Id. ',
    'Please Upload Aadhaar front',
    'Please Upload PAN ',
    'Please Upload Face ',
    'Please Upload Face Recognition ',
    'Image size is too big, limit 10MB',
  ]
  expect(texts).toEqual(expect.arrayContaining(sentences))
})
