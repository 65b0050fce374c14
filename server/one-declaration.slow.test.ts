/** Adds a notice, a job and an audited action in a copy of the sources. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '#words/language.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)
const isOfTests = (path: string) => /\.test\.ts$|[\\/]testing([\\/]|$)/.test(path)

let copy: string
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'saral-declared-'))
  for (const name of ['domain', 'words', 'contract', 'server'])
    await cp(join(ROOT, name), join(copy, name), {
      recursive: true,
      filter: path => !isOfTests(path),
    })
  for (const name of ['package.json', 'tsconfig.base.json'])
    await cp(join(ROOT, name), join(copy, name))
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rm(copy, { recursive: true, force: true }))

/** Adds a line after the only place in a file that reads so. */
async function addLine(file: string, after: string, line: string): Promise<void> {
  const text = await readFile(join(copy, file), 'utf8')
  expect(text.split(after), file).toHaveLength(2)
  await writeFile(join(copy, file), text.replace(after, `${after}\n${line}`))
}

async function addTexts(file: string, texts: Record<string, string>): Promise<void> {
  const all = JSON.parse(await readFile(join(copy, file), 'utf8'))
  await writeFile(join(copy, file), JSON.stringify({ ...all, ...texts }))
}

const HANDLER = `
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { notify } from '#server/notices/notify.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'

export async function lowerRate(
  services: LendingServices,
  { borrowerId, orderId }: { readonly borrowerId: string; readonly orderId: string },
): Promise<void> {
  const at = services.clock.now()
  await services.db.transaction(async tx => {
    const order = { borrowerId, id: orderId }
    await notify({ services, tx, at }, order, { kind: 'rate-lowered', causedAt: undefined })
    await services.queue.enqueue(tx, 'lower-rate', { borrowerId, orderId })
    const entry = { actor: 'server', action: 'rate-cut', subject: orderId, at } as const
    await writeAudit(tx, services.cipher, entry)
  })
}
`

/** Prints how the product uses the new ones. */
const TRIAL = `
import { jobNames } from '#server/jobs.ts'
import { registeredTexts } from '#server/notices/words/sms-texts.ts'
import { pushText } from '#server/notices/words/push-texts.ts'
import { messageWord } from '#server/privacy/words/data-labels.ts'
console.log(JSON.stringify({
  jobs: jobNames.filter(name => name === 'lower-rate'),
  texts: registeredTexts().filter(({ kind }) => kind === 'rate-lowered').map(({ language }) => language),
  push: pushText('rate-lowered', 'en', '7'),
  named: messageWord('rate-lowered', 'en'),
}))
`

test('a notice, a job and an audited action are each declared in one file, besides their texts', async () => {
  await addLine(
    'server/notices/kinds.ts',
    'export const KINDS = {',
    "'rate-lowered': { message: 'notification', page: detail, hasText: true },",
  )
  await addLine(
    'server/lending/audit-actions.ts',
    'export const LENDING_ACTIONS = [',
    "'rate-cut',",
  )
  await addLine(
    'server/lending/jobs.ts',
    'export const lendingJobs = {',
    "'lower-rate': lowerRate,",
  )
  const imported = "import type { PayloadsOf } from '#server/platform/jobs/queue.ts'"
  const handler = 'server/lending/orders/lower-rate.ts'
  await addLine('server/lending/jobs.ts', imported, `import { lowerRate } from '#${handler}'`)
  await writeFile(join(copy, handler), HANDLER)
  for (const language of LANGUAGES) {
    const text = `Less interest (${language})`
    const push = { 'push.rate-lowered.title': text, 'push.rate-lowered.body': 'Open Saral.' }
    await addTexts(`words/${language}/server/push.json`, push)
    await addTexts(`words/${language}/server/sms.json`, { 'sms.rate-lowered': text })
  }
  for (const language of ['en', 'hi'])
    await addTexts(`words/${language}/server/owndata.json`, {
      'owndata.message.rate-lowered': 'Interest lowered',
    })
  await addTexts('words/staff/record.json', { 'record.message.rate-lowered': 'interest lowered' })
  await addTexts('words/staff/audit.json', { 'acted.rate-cut': 'interest lowered' })

  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  const types = run(tsc, ['-p', 'server'], { cwd: copy, shell: process.platform === 'win32' })
  expect(await types.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
  await writeFile(join(copy, 'trial.ts'), TRIAL)
  const { stdout } = await run(process.execPath, ['trial.ts'], { cwd: copy })
  expect(JSON.parse(stdout)).toEqual({
    jobs: ['lower-rate'],
    texts: LANGUAGES,
    push: {
      title: 'Less interest (en)',
      body: 'Open Saral.',
      path: '/orders/7/detail',
    },
    named: 'Interest lowered',
  })
})
