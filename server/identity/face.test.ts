import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { IMAGE_MAX_BYTES } from '#domain/limits.ts'
import { pictureHeader } from '#domain/picture.ts'
import { StatedError } from '#server/platform/stated-error.ts'
import { picture } from '#server/providers/simulated/person.ts'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'
import { peopleOn } from '#server/testing/people.ts'
import { verificationParts } from '#server/testing/verification.ts'

const parts = verificationParts()
const server = forFile(() => testServer({ routes: parts.routes }))
const people = peopleOn(server)
afterAll(() => parts.remove())
beforeEach(() => vi.restoreAllMocks())

const filesKept = () =>
  readdirSync(parts.folder, { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  )

test('a blink is not required, and a picture may come from a file', async () => {
  const { kyc } = await people.somebody()
  expect(await kyc.livingConfig({})).toEqual({
    ok: true,
    data: { 'living-config': { blink: false, uploadAllowed: true } },
  })
})

test('the face step requires the identity', async () => {
  const who = await people.somebody()
  expect(await who.kyc.livingCheck({ image: picture() })).toMatchObject({
    reason: 'aadhaar-not-verified',
  })
  await people.sendAndVerify(who)
  expect(await who.kyc.livingCheck({ image: picture() })).toMatchObject({
    reason: 'aadhaar-not-verified',
  })
  expect(await who.kyc.livingHold({})).toMatchObject({ reason: 'upload-not-found' })
  expect(await who.kyc.faceResult({})).toMatchObject({ ok: true, data: { status: 0 } })
})

test('a checked picture completes the step, and further ones change nothing', async () => {
  const who = await people.somebodyProven()
  const before = filesKept().length
  const checked = await who.kyc.livingCheck({ image: picture() })
  if (!checked.ok) throw new Error(checked.msg)
  expect(await who.isDone()).toEqual({ identity: 1, face: 0 })
  expect(await who.kyc.livingHold({ imageId: checked.data.imageId })).toEqual({
    ok: true,
    data: null,
  })
  expect(await who.isDone()).toEqual({ identity: 1, face: 1 })
  expect(await who.kyc.faceResult({})).toMatchObject({ ok: true, data: { status: 1 } })
  expect(await who.kyc.livingCheck({ image: picture(300, 300) })).toEqual(checked)
  expect(await who.kyc.livingHold({})).toEqual({ ok: true, data: null })
  expect(filesKept().length).toBe(before + 1)
})

test('a new picture replaces the last one, whose file is removed', async () => {
  const who = await people.somebodyProven()
  const before = filesKept().length
  const first = await who.kyc.livingCheck({ image: picture() })
  const second = await who.kyc.livingCheck({ image: picture(250, 250) })
  if (!first.ok || !second.ok) throw new Error('not checked')
  expect(filesKept().length).toBe(before + 1)
  expect(await who.kyc.livingHold({ imageId: first.data.imageId })).toMatchObject({
    reason: 'upload-not-found',
    msg: 'We no longer have this picture. Please take it again.',
  })
  expect(await who.kyc.livingHold({})).toEqual({ ok: true, data: null })
})

test("answers another borrower's picture as missing", async () => {
  const anna = await people.somebodyProven()
  const bela = await people.somebodyProven()
  const checked = await anna.kyc.livingCheck({ image: picture() })
  if (!checked.ok) throw new Error(checked.msg)
  expect(await bela.kyc.livingHold({ imageId: checked.data.imageId })).toMatchObject({
    reason: 'upload-not-found',
  })
  expect(await bela.isDone()).toEqual({ identity: 1, face: 0 })
})

test.each([
  [
    'takes too long',
    async () => ({ state: 'busy', waitSeconds: 5 }) as const,
    { reason: 'face-check-busy', details: { waitSeconds: 5 } },
  ],
  [
    'fails',
    () => Promise.reject(StatedError.of('The face check ended unexpectedly.')),
    { reason: 'check-not-available' },
  ],
])(
  'a check that %s is a refusal by name, and the same picture passes later',
  async (_what, check, refusal) => {
    const who = await people.somebodyProven()
    const before = filesKept().length
    vi.spyOn(parts.services().face, 'check').mockImplementationOnce(check)
    expect(await who.kyc.livingCheck({ image: picture() })).toMatchObject({ ok: false, ...refusal })
    expect(filesKept().length).toBe(before)
    expect(await who.kyc.livingCheck({ image: picture() })).toMatchObject({ ok: true })
  },
)

test('gets the check ready when the borrower enters the steps of identity and face', async () => {
  const who = await people.somebody()
  const prepare = vi.fn()
  const { face } = parts.services()
  face.prepare = prepare
  await who.kyc.type({})
  expect(prepare).toHaveBeenCalledTimes(1)
  await who.kyc.livingConfig({})
  expect(prepare).toHaveBeenCalledTimes(2)
})

test('stores pictures encrypted', async () => {
  const who = await people.somebodyProven()
  const image = picture()
  const checked = await who.kyc.livingCheck({ image })
  if (!checked.ok) throw new Error(checked.msg)
  const file = filesKept().find(entry => entry.name === checked.data.imageId)
  const lying = readFileSync(join(file?.parentPath ?? '', file?.name ?? ''))
  const plain = Buffer.from(await image.arrayBuffer())
  expect(lying.includes(plain.subarray(0, 32))).toBe(false)
  const place = { table: 'file', row: checked.data.imageId, column: 'bytes' }
  expect(pictureHeader(server.services.cipher.decrypt(lying, place))).toMatchObject({
    mediaType: 'image/jpeg',
  })
})

test.each<[string, () => Blob, object]>([
  [
    'text',
    () => new Blob(['hello, I am a picture.jpg'], { type: 'image/jpeg' }),
    {
      reason: 'image-unreadable',
      msg: 'We cannot read this file as a picture. Please use JPEG, PNG or WebP.',
    },
  ],
  ['nothing', () => new Blob([], { type: 'image/png' }), { reason: 'image-unreadable' }],
  [
    'a GIF',
    () => new Blob([Buffer.from(`GIF89a${'x'.repeat(64)}`)], { type: 'image/png' }),
    { reason: 'image-unreadable' },
  ],
  ['half a header', () => picture().slice(0, 20), { reason: 'image-unreadable' }],
  [
    'more bytes than allowed',
    () => new Blob([picture(), Buffer.alloc(IMAGE_MAX_BYTES)], { type: 'image/png' }),
    { reason: 'image-too-large', msg: 'Image size is too big, limit 10MB' },
  ],
  [
    'more pixels than allowed',
    () => picture(50_001, 1000),
    {
      reason: 'image-unreadable',
      msg: 'This picture has too many pixels. Please take a smaller one.',
    },
  ],
  [
    'too small a picture',
    () => picture(100, 100),
    { reason: 'face-unclear', msg: 'We could not see one clear face. Please try again.' },
  ],
])('refuses %s', async (_what, image, refusal) => {
  const who = await people.somebodyProven()
  const before = filesKept().length
  expect(await who.kyc.livingCheck({ image: image() })).toMatchObject({
    ok: false,
    code: -1,
    ...refusal,
  })
  expect(filesKept().length).toBe(before)
  expect(await who.kyc.livingHold({})).toMatchObject({ reason: 'upload-not-found' })
  expect(await who.isDone()).toEqual({ identity: 1, face: 0 })
})
