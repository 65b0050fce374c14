import { expect, test } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { measurements } from '#server/platform/metrics/prometheus.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

const metrics = measurements()
const world = forFile(() => lendingWorld({ lending: () => ({ metrics }) }))

const counted = async () =>
  /^saral_pages_failed_total\{app="console"\} (\d+)$/m.exec(await metrics.text())?.[1]
const warned = () => world.server.logged.filter(({ level }) => level === 40)

test('a console page that stopped working is logged and counted, without its contents', async () => {
  const viewer = await staffBrowser(world.server, 'viewer')
  const { pageFailed } = viewer.calls(staffContract.staffSession)
  const page = '/console/borrowers/019a2b3c-1111-7222-8333-444455556666/9876543210'
  const error = 'TypeError'
  expect(await pageFailed({ page, error })).toEqual({ ok: true, data: null })
  const msg = 'a page of the console stopped working'
  expect(warned()).toMatchObject([{ page: '/console/borrowers/{id}/•', error, msg }])
  expect(await counted()).toBe('1')
  const report = await pageFailed({ page: '/console', error: 'Asha Rao has no name' })
  expect(report).toMatchObject({ reason: 'input-invalid' })
  expect(warned()).toHaveLength(1)
})

test('only somebody signed in can report a failed page', async () => {
  const before = warned().length
  const { pageFailed } = world.server.browser().calls(staffContract.staffSession)
  expect(await pageFailed({ page: '/console', error: 'Error' })).toMatchObject({
    reason: 'not-logged-in',
  })
  expect([warned().length, await counted()]).toEqual([before, '1'])
})
