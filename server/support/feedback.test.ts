import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { localFiles } from '#server/platform/files/local-files.ts'
import { encryptedFiles } from '#server/platform/files/store.ts'
import { picture } from '#server/providers/simulated/person.ts'
import type { FeedbackServices } from '#server/support/feedback.ts'
import { feedbackRoutes, serveFeedbackPictures } from '#server/support/routes.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { verificationParts } from '#server/testing/verification.ts'

const parts = verificationParts()
const withFiles = (services: TestServer['services']): FeedbackServices => ({
  ...services,
  files: encryptedFiles(localFiles(parts.folder), services.cipher),
})
let server: TestServer
beforeAll(async () => {
  server = await testServer({
    routes: services => feedbackRoutes(withFiles(services)),
    extend: (app, services) => serveFeedbackPictures(app, withFiles(services)),
  })
})
afterAll(async () => {
  await server.close()
  parts.remove()
})

let last = 9_600_000_000
const somebody = () => server.signIn(`91${++last}`)
const feedback = (browser: Browser) => browser.calls(contract.feedback)
const entry = {
  content: 'When will it come?',
  problemType: 'payout',
  problemDesc: 'The money has not come',
}

async function listOf(browser: Browser) {
  const answer = await feedback(browser).list({})
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}

test('the types come in the borrower’s language', async () => {
  const browser = await somebody()
  const english = await feedback(browser).types({})
  browser.headers['x-language'] = 'hi'
  const hindi = await feedback(browser).types({})
  expect(english).toMatchObject({
    ok: true,
    data: expect.arrayContaining([{ problemType: 'repayment', problemDesc: 'Repayment' }]),
  })
  expect(hindi).toMatchObject({
    ok: true,
    data: expect.arrayContaining([{ problemType: 'repayment', problemDesc: 'रीपेमेंट' }]),
  })
})

describe('a feedback', () => {
  test('waits with its picture while two others are decoded; of a burst some are refused, and light calls are answered', async () => {
    const large = await sharp({
      create: { width: 2_000, height: 1_500, channels: 3, background: '#123456' },
    })
      .png()
      .toBuffer()
    const burst = async (browser: Browser) =>
      Promise.all(
        Array.from({ length: 9 }, () =>
          feedback(browser).save({ ...entry, multipartFiles: new File([large], 'large.png') }),
        ),
      )
    const people = await Promise.all([somebody(), somebody(), somebody(), somebody()])
    const light = await somebody()
    let isOver = false
    const bursts = Promise.all(people.map(burst)).finally(() => {
      isOver = true
    })
    let maxDecoding = 0
    let answeredMeanwhile = 0
    while (!isOver) {
      expect(await feedback(light).types({})).toMatchObject({ ok: true })
      const { queue, process } = sharp.counters()
      maxDecoding = Math.max(maxDecoding, queue + process)
      if (queue + process > 0) answeredMeanwhile += 1
    }
    expect(maxDecoding).toBe(2)
    expect(answeredMeanwhile).toBeGreaterThan(0)
    const answers = (await bursts).flat()
    const refused = answers.filter(answer => !answer.ok)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(18)
    for (const answer of refused)
      expect(answer).toMatchObject({ reason: 'rate-limited', retryAfterSeconds: 10 })
    expect(
      await feedback(await somebody()).save({ ...entry, multipartFiles: picture(40, 30) }),
    ).toMatchObject({ ok: true })
  })

  test('is stored with its picture and listed newest first', async () => {
    const browser = await somebody()
    expect(await feedback(browser).save({ ...entry, content: '  First one. ' })).toMatchObject({
      ok: true,
    })
    server.clock.advance({ seconds: 1 })
    await feedback(browser).save({ ...entry, multipartFiles: picture(40, 30) })
    const [newest, oldest, ...others] = await listOf(browser)
    expect(others).toEqual([])
    expect(newest).toMatchObject({
      content: entry.content,
      answerContent: null,
      responseTime: null,
      problemDesc: entry.problemDesc,
    })
    expect(newest?.imges).toHaveLength(1)
    expect(oldest).toMatchObject({ content: 'First one.', imges: [] })
  })

  test.each([
    [{ content: '   ' }, 'content', 'Please write your feedback first.'],
    [{ content: 'x'.repeat(301) }, 'content', 'Please use at most 300 characters.'],
    [{ content: 'a <b>' }, 'content', 'Please use letters, digits, spaces and ? ! , . _ only.'],
    [{ problemType: 'made-up' }, 'problemType', 'Please choose what it is about.'],
  ])('%j is not stored', async (changes, column, msg) => {
    const browser = await somebody()
    expect(await feedback(browser).save({ ...entry, ...changes })).toMatchObject({
      errorColumn: [{ column, msg }],
    })
    expect(await listOf(browser)).toEqual([])
  })

  test.each([
    [
      'what is no picture, whatever it calls itself',
      new Blob(['<svg onload=alert(1)>'], { type: 'image/png' }),
      'image-unreadable',
    ],
    [
      'too large a file',
      new Blob([new Uint8Array(10 * 1024 * 1024 + 1)], { type: 'image/png' }),
      'image-too-large',
    ],
  ])('with %s is refused entirely', async (_what, multipartFiles, reason) => {
    const browser = await somebody()
    expect(await feedback(browser).save({ ...entry, multipartFiles })).toMatchObject({
      ok: false,
      reason,
    })
    expect(await listOf(browser)).toEqual([])
  })

  test('accepts one picture and no unknown fields', async () => {
    const browser = await somebody()
    const send = async (fields: [string, string | Blob][]) => {
      const form = new FormData()
      for (const [name, value] of fields) form.append(name, value)
      const headers = { ...browser.headers, token: browser.token ?? '' }
      return (
        await browser.fetch('/api1/opinion-record/v1/save', { method: 'POST', headers, body: form })
      ).json()
    }
    const fields = Object.entries(entry) as [string, string][]
    const two: [string, Blob][] = [picture(9, 9), picture(9, 9)].map(image => [
      'multipartFiles',
      image,
    ])
    expect(await send([...fields, ...two])).toMatchObject({ code: -1 })
    expect(await send([...fields, ['admin', '1']])).toMatchObject({
      data: { reason: 'input-invalid' },
    })
    expect(await listOf(browser)).toEqual([])
  })

  test('is visible to its borrower only, and needs a session', async () => {
    const one = await somebody()
    const two = await somebody()
    await feedback(one).save(entry)
    expect(await listOf(two)).toEqual([])
    expect(await feedback(server.browser()).save(entry)).toMatchObject({ code: -4 })
  })

  test('is accepted twenty times a day', async () => {
    const browser = await somebody()
    for (let count = 0; count < 20; count += 1)
      expect(await feedback(browser).save(entry)).toMatchObject({ ok: true })
    expect(await feedback(browser).save(entry)).toMatchObject({
      reason: 'rate-limited',
      retryAfterSeconds: expect.any(Number),
    })
    server.clock.advance({ days: 1 })
    expect(await feedback(browser).save(entry)).toMatchObject({ ok: true })
  })
})

describe('the address of a picture', () => {
  async function addressOf(browser: Browser) {
    await feedback(browser).save({ ...entry, multipartFiles: picture(40, 30) })
    return (await listOf(browser))[0]?.imges[0] ?? ''
  }

  test('serves it as a picture, never as a page', async () => {
    const response = await fetch(server.origin + (await addressOf(await somebody())))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="feedback.jpg"',
      'cache-control': 'private, no-store',
    })
    expect(Buffer.from(await response.arrayBuffer()).toString('hex', 0, 2)).toBe('ffd8')
  })

  test('is valid for ten minutes, reveals nothing, and cannot be changed', async () => {
    const address = await addressOf(await somebody())
    expect(Buffer.from(address.split('key=')[1] ?? '', 'base64url').toString('latin1')).not.toMatch(
      /borrower|feedback/,
    )
    const middle = Math.floor(address.length / 2)
    const changed =
      address.slice(0, middle) + (address[middle] === 'A' ? 'B' : 'A') + address.slice(middle + 1)
    for (const wrong of [
      changed,
      address.slice(0, -4),
      address.split('?')[0] ?? '',
      `${address}&key=x`,
    ]) {
      expect((await fetch(server.origin + wrong)).status).toBe(404)
    }
    server.clock.advance({ seconds: 601 })
    expect((await fetch(server.origin + address)).status).toBe(404)
  })
})

test('stores neither texts nor pictures in clear', async () => {
  const browser = await somebody()
  await feedback(browser).save({ ...entry, content: 'Very private words' })
  const rows = await server.services.db.raw('SELECT feedback::text AS row FROM feedback')
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('Very private words').toString('hex'))
})
