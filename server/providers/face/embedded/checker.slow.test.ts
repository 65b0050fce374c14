import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { picture } from '#server/providers/simulated/person.ts'
import { type FacePicture, facePicture, jpegOf } from '#server/testing/face-pictures.ts'
import { type EmbeddedFaceCheck, embeddedFaceCheck } from './checker.ts'

let faces: EmbeddedFaceCheck
let person: FacePicture
let open: Buffer | undefined
let shut: Buffer | undefined
beforeAll(async () => {
  faces = embeddedFaceCheck({ patienceMs: 90_000 })
  person = await facePicture()
  ;[open, shut] = await Promise.all([jpegOf(person, 0), jpegOf(person, 1)])
})
afterAll(() => faces.close())

const looks = (closed?: Buffer, documents: Buffer[] = []) =>
  faces.check({ face: open ?? Buffer.alloc(0), closed, documents })

test('finds a face, and its blink: open in one picture, closed in the other', async () => {
  const check = await looks(shut)
  expect(check).toMatchObject({ state: 'one-face', isLivenessShown: true, likeness: 'no-document' })
  expect(await looks()).toMatchObject({ state: 'one-face', isLivenessShown: false })
  expect(await looks(open)).toMatchObject({ state: 'one-face', isLivenessShown: false })
})

test('keeps nothing of one person for the next: the same picture gives the same result after another person', async () => {
  const before = await looks(shut)
  const nobody = Buffer.from(await picture(400, 400).arrayBuffer())
  expect(await faces.check({ face: nobody, documents: [] })).toMatchObject({
    state: 'unclear',
    reason: 'no-face',
  })
  expect(await looks(shut)).toEqual(before)
})

test('compares a document, and refers one without a readable face to a person', async () => {
  const nobody = Buffer.from(await picture(400, 400).arrayBuffer())
  expect(await looks(shut, [nobody])).toMatchObject({ likeness: 'document-unusable' })
  const same = await looks(shut, [await jpegOf(person, 0.1), nobody])
  expect(same).toMatchObject({ state: 'one-face', likeness: expect.any(Number) })
  expect(same.state === 'one-face' && Number(same.likeness)).toBeGreaterThan(0.6)
})

test('reports a file that is no picture, and a dark picture, as unclear; examines many one after another', async () => {
  const broken = Buffer.concat([open?.subarray(0, 500) ?? Buffer.alloc(0)])
  const black = await jpegOf(
    { raw: { data: Buffer.alloc(640 * 480 * 3), info: { width: 640, height: 480 } }, eyes: [] },
    0,
  )
  const answers = await Promise.all(
    [broken, black, open ?? broken].map(face => faces.check({ face, documents: [] })),
  )
  expect(answers).toMatchObject([
    { reason: 'unreadable' },
    { reason: 'too-dark' },
    { state: 'one-face' },
  ])
})

test('refuses when the queue is too long, and starts the thread again after a rest', async () => {
  const rested = embeddedFaceCheck({ idleMs: 1, patienceMs: 90_000 })
  const many = Array.from({ length: 25 }, () =>
    rested.check({ face: Buffer.alloc(8), documents: [] }),
  )
  expect((await Promise.all(many)).filter(({ state }) => state === 'busy')).toHaveLength(5)
  expect(await rested.check({ face: open ?? Buffer.alloc(0), documents: [] })).toMatchObject({
    state: 'one-face',
  })
  await rested.close()
})

/** A thread that loads for a while, and then answers at once with the number of its checks. */
const slowToLoad = (loadMs: number) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      const loaded = new Promise(resolve => setTimeout(resolve, ${loadMs}))
      let checks = 0
      parentPort.on('message', async () => {
        checks += 1
        const signals = { checks }
        await loaded
        parentPort.postMessage({ result: { state: 'one-face', score: 1, isLivenessShown: true, likeness: 'no-document', signals } })
      })`)}`,
  )
const pictures = { face: Buffer.alloc(8), documents: [] }

test('a check that takes too long is busy, and the same picture is checked by the same thread later', async () => {
  const slow = embeddedFaceCheck({ patienceMs: 50, program: slowToLoad(1_500) })
  expect(await slow.check(pictures)).toEqual({ state: 'busy', waitSeconds: 5 })
  await vi.waitFor(
    async () =>
      expect(await slow.check(pictures)).toMatchObject({
        state: 'one-face',
        signals: { checks: 2 },
      }),
    { timeout: 20_000, interval: 20 },
  )
  await slow.close()
})

test('the models are loaded before the first picture', async () => {
  const prepared = embeddedFaceCheck({ patienceMs: 1_000, program: slowToLoad(1_500) })
  prepared.prepare?.()
  await delay(3_000)
  expect(await prepared.check(pictures)).toMatchObject({ state: 'one-face' })
  await prepared.close()
})

test('reports the end of a thread in our words', async () => {
  const ending = embeddedFaceCheck({ program: new URL('data:text/javascript,process.exit(1)') })
  await expect(ending.check(pictures)).rejects.toThrow('The face check ended unexpectedly.')
  await ending.close()
})

const folder = process.env.FACES_FOLDER ?? ''

if (existsSync(join(folder, 'portrait.png')))
  test('compares photographs of real people, from FACES_FOLDER', async () => {
    const of = (name: string) => readFileSync(join(folder, name))
    const blinked = await faces.check({
      face: of('open.jpg'),
      closed: of('closed.jpg'),
      documents: [of('portrait.png')],
    })
    expect(blinked).toMatchObject({ state: 'one-face', isLivenessShown: true })
    expect(blinked.state === 'one-face' && Number(blinked.likeness)).toBeGreaterThan(0.6)
    const stranger = await faces.check({
      face: of('open.jpg'),
      closed: of('half.jpg'),
      documents: [open ?? Buffer.alloc(0)],
    })
    expect(stranger).toMatchObject({ state: 'one-face', isLivenessShown: false })
    expect(stranger.state === 'one-face' && Number(stranger.likeness)).toBeLessThan(0.5)
  })
