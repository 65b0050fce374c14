import { expect, test } from 'vitest'
import { vendorVariables } from '#server/platform/config-vendors.ts'
import { sourceFiles } from './source-files.ts'

/*
 * docs/security.md lists every place of the server that sends requests, and says whose address it
 * sends them to: an address of somebody else's needs the checks of push services.
 */

/** A call, or an import of values, that opens a connection. */
const SENDS = [
  /\bfetch\(/,
  /\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b/,
  /^import (?!type\b)[^;]*?\b(?<!type )(?:Agent|request|get|connect|createConnection|createSocket)\b[^;]*? from '(?:node:)?(?:https?|http2|net|tls|dgram)'/m,
  /from '(?:undici|axios|got|ws|node-fetch|@opentelemetry\/exporter-[\w-]+)'/,
]

const files = sourceFiles()
const pageOf = (name: string) => files.find(({ path }) => path === name)?.text ?? ''
const sends = (text: string) => SENDS.some(pattern => pattern.test(text))

test('every place that sends requests is listed in docs/security.md, and no other', () => {
  const sending = files
    .filter(({ path }) => /^(?:server|domain|contract|words)\/.*\.ts$/.test(path))
    .filter(({ path }) => !/\.test\.ts$|^server\/testing\//.test(path))
    .filter(({ text }) => sends(text))
    .map(({ path }) => path)
  const page = pageOf('docs/security.md')
  const list = /### Requests of the server\n([\s\S]*?)\n### /.exec(page)?.[1] ?? ''
  const listed = [...list.matchAll(/`(server\/[\w./-]+\.ts)`/g)].map(([, path]) => path)
  expect(sending.sort()).toEqual(listed.sort())
})

test.each(Object.keys(vendorVariables))('the page on its subject names the setting %s', name => {
  const page = pageOf(name.endsWith('_URL') ? 'docs/security.md' : 'docs/vendors.md')
  expect(page).toContain(`\`${name}`)
})

test.each([
  ['await fetch(url)', true],
  ["import { type Agent, request } from 'node:https'", true],
  ["import { connect } from 'node:net'", true],
  ["import got from 'got'", true],
  ["import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'", true],
  ["import type { Agent } from 'node:https'", false],
  ["import { createServer } from 'node:http'", false],
  ['await query.refetch()', false],
])('%j sends requests: %s', (text, isSending) => {
  expect(sends(text)).toBe(isSending)
})
