import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measurements } from './prometheus.ts'

const docs = (name: string) =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
const alerts = docs('alerts.yml')
const dashboard = docs('dashboard.json').replaceAll('\\"', '"')

/** The lines of all metrics, each with one value. */
async function measured(): Promise<string[]> {
  const metrics = measurements()
  metrics.answered({ method: 'POST', route: '/api1/order/v1/apply', status: 503, reason: 'x' }, 1)
  metrics.jobEnded('a job', 'failed', 1)
  metrics.runEnded('the close of business', 'done', 1)
  metrics.vendorAsked({ vendor: 'mandate', call: 'debit' }, 'refused', 1)
  metrics.closed({ accrued: 1 })
  metrics.skipped({ accrual: 1 })
  metrics.mandatesUnconfirmed(1)
  metrics.signInCode('sent')
  metrics.proofOfWork('required')
  metrics.pageFailed('console')
  metrics.clockSetBack()
  metrics.measureCertificate(new Date(0))
  metrics.measureDatabase({ connections: () => ({ open: 1, idle: 0, waiting: 0 }) })
  return (await metrics.text()).split('\n')
}

test.each([
  ['alert', alerts],
  ['panel of the dashboard', dashboard],
])('each %s asks for metrics and labels that a server has', async (_what, text) => {
  const lines = await measured()
  const selectors = [...text.matchAll(/\b((?:saral|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)]
  expect(selectors.length).toBeGreaterThanOrEqual(18)
  for (const [selector, name, labels = ''] of selectors) {
    const keys = [...labels.matchAll(/(\w+)\s*(?:=~|!=|=)/g)].map(([, key]) => `${key}="`)
    const isKnown = (line: string) =>
      (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) &&
      keys.every(key => line.includes(key))
    expect(lines.some(isKnown), selector).toBe(true)
  }
})

test('each measurement to watch has a panel and an alert, and each alert a test', () => {
  const [, section = ''] = docs('running.md').split('## What to watch')
  const [list = ''] = section.split('\n**Traces:**')
  const watched = [...list.matchAll(/`((?:saral|nodejs)_\w+)/g)].map(([, name]) => `${name}`)
  expect(watched.length).toBeGreaterThanOrEqual(12)
  expect(watched.filter(name => !dashboard.includes(name))).toEqual([])
  // An alert cannot know whether a day has running loans; those of the close of business itself notice that it stands still.
  const without = watched.filter(name => !alerts.includes(name))
  expect(without).toEqual(['saral_closed_total'])
  const names = (text: string, key: string) =>
    [...text.matchAll(new RegExp(`${key}: (\\w+)`, 'g'))].map(([, name]) => name)
  const tested = names(docs('alerts.test.yml'), 'alertname')
  for (const name of names(alerts, '- alert')) expect(tested, name).toContain(name)
})
