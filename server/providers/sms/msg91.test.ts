import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MobileNumber } from '#domain/phone.ts'
import { msg91Sms } from '#server/providers/sms/msg91.ts'
import { msg91Server } from '#server/testing/vendors/msg91.ts'

let vendor: Awaited<ReturnType<typeof msg91Server>>
beforeAll(async () => {
  vendor = await msg91Server()
})
afterAll(() => vendor.close())

const to = '919812345678' as MobileNumber
const LOGIN =
  '4321 is your Saral sign-in code. It is valid for 5 minutes. Do not share it with anyone.'

test('sends a message as the registered template that it matches, with the values of its gaps', async () => {
  const sms = msg91Sms(vendor.settings)
  await sms.send({ to, text: LOGIN })
  await sms.send({
    to,
    text: 'Hello Ravi, Anna named you (1+1). See https://saral.example/verify/contact2?token=a.b',
  })
  expect(vendor.calls.map(({ body }) => body)).toEqual([
    { template_id: 'login', recipients: [{ mobiles: to, VAR1: '4321' }] },
    {
      template_id: 'notice',
      recipients: [
        {
          mobiles: to,
          VAR1: 'Ravi',
          VAR2: 'Anna',
          VAR3: 'https://saral.example/verify/contact2?token=a.b',
        },
      ],
    },
  ])
})

test('sends no message that matches no template, and does not repeat it in the error', async () => {
  const before = vendor.calls.length
  const sending = msg91Sms(vendor.settings).send({ to, text: `${LOGIN} Also buy this.` })
  await expect(sending).rejects.toThrow(
    'msg91, send a message: refused (no registered template has this text)',
  )
  expect(vendor.calls).toHaveLength(before)
})

test.each(['down', 'slow', 'malformed'] as const)('%s: it could not be reached', async mishap => {
  vendor.mishaps.push(mishap)
  await expect(msg91Sms(vendor.settings).send({ to, text: LOGIN })).rejects.toMatchObject({
    name: 'VendorFailure',
  })
})

test('recognizes a rejected key with status 200', async () => {
  await expect(
    msg91Sms({ ...vendor.settings, authKey: 'other' }).send({ to, text: LOGIN }),
  ).rejects.toThrow('not-admitted')
})
