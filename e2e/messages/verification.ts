import { contract } from '#contract/index.ts'
import { answered } from '#e2e/rig/borrower.ts'
import type { Scene } from '#e2e/rig/journey.ts'
import { picture } from '#server/providers/simulated/person.ts'
import { aadhaarEnding } from '#server/testing/verification.ts'
import { type Message, next, type Visit } from './message.ts'

const CONTACT_FIELDS = ['one', 'two', 'third'].flatMap(slot => [
  `${slot}Relation`,
  `${slot}Name`,
  `${slot}Mobile`,
])

/** Answers every question about the contacts except these. */
async function answerContacts({ page }: Scene, missing: readonly string[]): Promise<void> {
  for (const [at, field] of CONTACT_FIELDS.entries()) {
    const control = page.locator(`[name=${field}]`)
    if (!field.endsWith('Relation'))
      await control.fill(
        missing.includes(field) ? '' : field.endsWith('Name') ? 'Asha Rao' : `981234567${at}`,
      )
    // The answers of before are still there, and the list has no empty choice to tap.
    else if (missing.includes(field)) await control.evaluate(unchoose)
    else await control.selectOption('1')
  }
}

function unchoose(select: Element): void {
  Object.assign(select, { value: '' })
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

const contactsLacking =
  (...missing: string[]) =>
  async (visit: Visit) => {
    await answerContacts(visit, missing)
    await next(visit)
  }

export const contacts: readonly Message[] = [
  {
    at: '/auth/contacts',
    when: 'more than two answers are missing (§5)',
    provoke: next,
    says: ['In order to apply for a loan, please complete the emergency contact information.'],
  },
  {
    at: '/auth/contacts',
    when: 'two relationships are missing (§5)',
    provoke: contactsLacking('oneRelation', 'twoRelation'),
    says: ['Please indicate 1th contact relationship', 'Please indicate 2th contact relationship'],
  },
  {
    at: '/auth/contacts',
    when: 'the third relationship is missing (§5)',
    provoke: contactsLacking('thirdRelation'),
    says: ['Please indicate 3th contact relationship'],
  },
  ...(['one', 'two', 'third'] as const).map((slot, at) => ({
    at: '/auth/contacts',
    when: `a name and a number are missing (§5, contact ${at + 1})`,
    provoke: contactsLacking(`${slot}Name`, `${slot}Mobile`),
    says: [
      `Please input ${at + 1}th contact name`,
      `Please input ${at + 1}th contact phone number`,
    ],
  })),
]

/** Sends the OTP for an Aadhaar number with this ending, which has a meaning to the simulator. */
const askOtp =
  (ending: string) =>
  async ({ page, tap }: Scene) => {
    await page.locator('[name=idNo]').fill(aadhaarEnding(ending))
    await tap('Send OTP')
  }

export const identity: readonly Message[] = [
  {
    at: '/auth/identity',
    when: 'there is no number (§5)',
    provoke: ({ tap }) => tap('CONFIRM'),
    says: ['Please Input IDcard No.'],
  },
  {
    at: '/auth/identity',
    when: 'there is no PAN (§5)',
    provoke: async ({ page, tap }) => [
      await page.locator('[name=idNo]').fill(aadhaarEnding('4321')),
      await tap('CONFIRM'),
    ],
    says: ['Please Input Pan Id. '],
  },
  {
    at: '/auth/identity',
    when: 'no OTP can be sent: code -1100001 (§4, §8)',
    provoke: askOtp('0001'),
    says: ['Can not finish the verification?', 'Change'],
  },
  {
    at: '/auth/identity',
    when: 'the OTP was not sent: data.success is false (§8)',
    provoke: askOtp('0009'),
    says: ['This is not a valid Aadhaar number. Please check it.'],
    toast: true,
  },
  {
    at: '/auth/identity',
    when: 'the OTP is refused with any other code (§8)',
    async provoke(visit) {
      const aadhaar = aadhaarEnding('4322')
      answered(await visit.borrower.browser.calls(contract.kyc).sendAadhaarOtp({ aadhaar }))
      await askOtp('4322')(visit)
    },
    says: [/^Please wait \d+ seconds before asking for another OTP\.$/],
    toast: true,
  },
]

const TEN_MB = 10 * 1024 * 1024
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/**
 * Chooses a picture that stays above the limit however it is compressed. It is made in the page,
 * since sending it there takes long.
 */
async function chooseHugeImage({ page }: Scene): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .evaluate(
      (input, { pixel, bytes }) => {
        const much = new Uint8Array(bytes)
        HTMLCanvasElement.prototype.toBlob = give =>
          give(new Blob([much, '.'], { type: 'image/jpeg' }))
        const start = Uint8Array.from(atob(pixel), char => char.charCodeAt(0))
        const chosen = new DataTransfer()
        chosen.items.add(new File([start, much], 'huge.png', { type: 'image/png' }))
        Object.assign(input, { files: chosen.files })
        input.dispatchEvent(new Event('change', { bubbles: true }))
      },
      { pixel: PIXEL, bytes: TEN_MB },
    )
}

export const pictures: readonly Message[] = [
  {
    at: '/auth/face',
    when: 'there is no picture (§5)',
    provoke: next,
    says: ['Please Upload Face Recognition '],
  },
  ...['/auth/face', '/feedback'].map(at => ({
    at,
    when: 'a picture is over 10 MB even when compressed (§5)',
    provoke: chooseHugeImage,
    says: ['Image size is too big, limit 10MB'],
  })),
]

/** Chooses a picture of nothing in a tile, and confirms. */
const confirmWith = (tile: string) => async (visit: Visit) => {
  const buffer = Buffer.from(await picture().arrayBuffer())
  await visit.page
    .getByLabel(`${tile}: From a file`)
    .setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer })
  await visit.page.getByLabel(`${tile}: From a file`).waitFor({ state: 'detached' })
  await visit.tap('CONFIRM')
}

export const uploads: readonly Message[] = [
  {
    at: '/auth/identity',
    when: 'there is no picture of the Aadhaar (§5)',
    provoke: ({ tap }) => tap('CONFIRM'),
    says: ['Please Upload Aadhaar front'],
  },
  {
    at: '/auth/identity',
    when: 'there is no picture of the PAN (§5)',
    provoke: confirmWith('Aadhaar front'),
    says: ['Please Upload PAN '],
  },
  {
    at: '/auth/identity',
    when: 'there is no picture of the face (§5)',
    provoke: confirmWith('PAN'),
    says: ['Please Upload Face '],
  },
  {
    at: '/auth/identity',
    when: 'a picture of a card is over 10 MB even when compressed (§5)',
    provoke: chooseHugeImage,
    says: ['Image size is too big, limit 10MB'],
  },
]
