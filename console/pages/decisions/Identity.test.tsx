/** The reviews of an identity: faces, cards, and names. */
import { describe, expect, test } from 'vitest'
import { inboxOf, NOW } from '#console/testing/answers.ts'
import { open, openCase } from '#console/testing/open.tsx'
import { cells } from '#console/testing/page.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffFace } from '#contract/staff/face.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { staffNames } from '#contract/staff/names.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { arrive, control, field, says, see, shown, tap, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { deferred, stub } from '#web/testing/stub.ts'

type Face = Output<typeof staffFace.open>
type Names = Output<typeof staffNames.open>

const FACE = '/face/d1'
const NAMES = '/names/n1'
const picture = { jpeg: btoa('jpeg'), doubts: [], values: [], needsLook: false }
const face: Face = {
  documentId: 'd1',
  borrowerId: 'b1',
  what: 'face',
  askedAt: NOW,
  lookReasons: ['no-blink'],
  faceScore: 0.9,
  likeness: 0.7,
  pictures: [
    { ...picture, kind: 'face' },
    { ...picture, kind: 'aadhaar-front' },
  ],
  register: {
    aadhaarProof: 'otp',
    panVerifiedAt: NOW,
    namesAgree: 'close',
    maskedAadhaarName: 'A••• K•••',
    maskedPanName: 'A••• K••',
    ageYears: 31,
  },
}
const values = [
  { key: 'name', read: 'A••• K•••', confirmed: 'A••• K••••' },
  { key: 'number', read: null, confirmed: '•••• 1234' },
] as const
const cards: Face = {
  ...face,
  what: 'cards',
  lookReasons: [],
  faceScore: null,
  likeness: null,
  pictures: [{ ...picture, kind: 'pan', doubts: ['name', 'number'], values: [...values] }],
}
const names: Names = {
  reviewId: 'n1',
  borrowerId: 'b1',
  what: 'bank-account',
  askedAt: NOW,
  maskedAadhaarName: 'A••• K•••',
  maskedOtherName: 'A••• K••',
  aadhaarProof: 'digilocker',
  account: 'State Bank of India, 0002',
  others: [],
}
const giveFace = (about: Partial<Face> = {}) => stub(staffFace.open, { ...face, ...about })
const giveCards = () => stub(staffFace.open, cards)
const giveNames = (about: Partial<Names> = {}) => stub(staffNames.open, { ...names, ...about })

const STATES: readonly State<Role>[] = [
  {
    at: FACE,
    when: 'a face is compared with a card',
    given: giveFace,
    sees: [
      'Is this the same person? Your name is across each picture.',
      'no blink was seen',
      '0.90',
      '0.70',
      'OTP of UIDAI',
      'written differently',
      'Camera',
      'Aadhaar card',
      'read as the borrower confirmed it',
    ],
    lacks: ['The identity was proved by numbers: there is no card to compare with.'],
  },
  {
    at: FACE,
    when: 'there is no card, and the registers know little',
    given: () =>
      giveFace({
        likeness: null,
        pictures: [{ ...picture, kind: 'face', jpeg: null }],
        register: { ...face.register, aadhaarProof: null, panVerifiedAt: null, ageYears: null },
      }),
    sees: [
      'The identity was proved by numbers: there is no card to compare with.',
      'The picture has been deleted.',
      'not compared with a card',
      'not known',
    ],
  },
  {
    at: FACE,
    when: 'cards wait',
    given: giveCards,
    sees: [
      'Do the cards show what the borrower confirmed? Your name is across each picture.',
      'not read, or corrected by the borrower: name, number',
      'What stands on the PAN card',
      'The cards do not belong to the same person.',
    ],
    lacks: ['Face found, 0 to 1', 'Why a person looks', 'The face is not the one on the card.'],
  },
  {
    at: FACE,
    when: 'it is another role’s to see pictures',
    sees: [
      'Your role does not allow this: it needs the permission to see the pictures of an identity.',
    ],
    lacks: ['Why do you open it?', 'Open'],
    by: 'credit-officer',
  },
  {
    at: NAMES,
    when: 'the name at a bank is written differently',
    given: giveNames,
    sees: [
      'Is the account the borrower’s, with the name only written in another way? If you pass it, money can be sent there.',
      'Name at the bank',
      'State Bank of India, 0002',
      'DigiLocker',
    ],
    lacks: ['Also with another borrower'],
  },
  {
    at: NAMES,
    when: 'the PAN has another name, and another borrower has it, too',
    given: () =>
      giveNames({
        what: 'identity',
        account: null,
        maskedOtherName: '',
        aadhaarProof: null,
        others: ['b2', 'b3'],
      }),
    sees: [
      'Is the name on the PAN the borrower’s, only written in another way? If you pass it, the numbers are theirs.',
      'not given',
      'not known',
      'Also with another borrower',
      'Other borrower 2',
    ],
    lacks: ['Account', 'Name at the bank'],
  },
  {
    at: NAMES,
    when: 'it is decided already',
    given: () => stub(staffNames.open, { refused: 'outdated' }),
    sees: ['This has changed in the meantime. Look at it again.'],
  },
]
testStates(STATES, (at, role) =>
  role === undefined ? openCase(at, 'kyc-officer', 'identity') : open(at, role),
)

test('a picture has no address of its own', async () => {
  giveFace()
  await openCase(FACE, 'kyc-officer')
  await see('Camera')
  for (const image of document.querySelectorAll('figure img'))
    expect(image.getAttribute('src')).toMatch(/^blob:/)
  expect(document.querySelectorAll('figure img')).toHaveLength(2)
})

test('the values of a card are masked until somebody asks for the whole', async () => {
  giveCards()
  const whole = [{ key: 'name' as const, read: 'Asha Kumar', confirmed: 'Asha Kumari' }]
  const calls = stub(staffFace.reveal, { cards: [{ kind: 'pan', values: whole }] })
  await openCase(FACE, 'kyc-officer', 'identity')
  await see('What stands on the PAN card')
  expect(cells('What stands on the PAN card')).toEqual([
    ['name', 'A••• K•••', 'A••• K••••'],
    ['number', 'not found', '•••• 1234'],
  ])
  await tap('Show the whole values')
  expect(cells('What stands on the PAN card')).toEqual([['name', 'Asha Kumar', 'Asha Kumari']])
  expect(calls.inputs).toEqual([{ documentId: 'd1', why: 'identity' }])
  expect(shown('Show the whole values')).toEqual([])
})

test('both names are masked until somebody asks for the whole', async () => {
  giveNames()
  const calls = stub(staffNames.reveal, { aadhaarName: 'Asha Kumar', otherName: 'Kumari Asha' })
  await openCase(NAMES, 'kyc-officer', 'identity')
  await says('A••• K••')
  await tap('Show both names in full')
  await says('Kumari Asha')
  expect(shown('A••• K••')).toEqual([])
  expect(calls.inputs).toEqual([{ reviewId: 'n1', why: 'identity' }])
})

const DECISIONS = [
  {
    of: 'a face',
    at: FACE,
    give: giveFace,
    calls: staffFace,
    pass: 'Pass',
    preset: 'The face is not the one on the card.',
    id: { documentId: 'd1' },
  },
  {
    of: 'cards',
    at: FACE,
    give: giveCards,
    calls: staffFace,
    pass: 'Pass',
    preset: 'A card is not clearly legible. Please take the picture again in good light.',
    id: { documentId: 'd1' },
  },
  {
    of: 'names',
    at: NAMES,
    give: giveNames,
    calls: staffNames,
    pass: 'One person: pass',
    preset: 'The account is in the name of another person.',
    id: { reviewId: 'n1' },
  },
] as const

describe.each(DECISIONS)('the decision about $of', ({ at, give, calls, pass, preset, id }) => {
  test('is offered to nobody without the permission', async () => {
    give()
    await openCase(at, 'kyc-officer', 'identity', 'identity:decide')
    await says('Your role does not allow this: it needs the permission to pass or deny a face.')
    for (const act of [pass, preset, 'Deny']) expect(shown(act), act).toEqual([])
  })

  test('passes', async () => {
    give()
    stub(inbox.list, inboxOf())
    const answer = deferred<null>()
    const decisions = stub(calls.pass, () => answer.answer)
    await openCase(at, 'kyc-officer')
    await type('Reason that the borrower reads', 'Not the same person.')
    await tap(pass)
    const deny = await control('Deny')
    expect(deny, 'while the other runs').toHaveProperty('disabled', true)
    expect(deny.getAttribute('aria-busy')).toBeNull()
    answer.give(null)
    await arrive('/console/')
    expect(decisions.inputs).toEqual([id])
  })

  test('denies for a reason that the borrower reads', async () => {
    give()
    stub(inbox.list, inboxOf())
    const decisions = stub(calls.deny, null)
    await openCase(at, 'kyc-officer')
    expect(await control('Deny')).toHaveProperty('disabled', true)
    await tap(preset)
    await says(`The borrower will read: ${preset}`)
    expect((await field('Reason that the borrower reads')).value).toBe(preset)
    await type('Reason that the borrower reads', '  ')
    expect(await control('Deny')).toHaveProperty('disabled', true)
    await type('Reason that the borrower reads', 'Please come again.')
    await tap('Deny')
    await arrive('/console/')
    expect(decisions.inputs).toEqual([{ ...id, reason: 'Please come again.' }])
  })
})
