/**
 * The page that shows the OpenAPI document of the API. It is our own: Swagger UI, Scalar, RapiDoc and Redoc
 * set styles and HTML in ways that our content security policy refuses. It has no script at all.
 */
import type { FastifyInstance } from 'fastify'
import { type Html, html } from '#server/platform/http/html.ts'
import { inlineHash } from '#server/platform/http/security-headers.ts'

export const API_PAGE = '/api-docs'

type Schema = { readonly [key: string]: unknown }
type Operation = {
  readonly operationId: string
  readonly summary?: string
  readonly security?: readonly Schema[]
  readonly 'x-permission'?: string
  readonly 'x-ours'?: boolean
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: {
    readonly content: { readonly [type: string]: { readonly schema: Schema } }
  }
  readonly responses: { readonly [status: string]: { readonly description: string } & Schema }
}
/** The parts of an OpenAPI document that the page shows. */
export type ApiDocument = {
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
  }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
}

type Call = Operation & { readonly method: string; readonly path: string; readonly area: string }

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; color: #1c1b1f; background: #fff }
code, pre { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { white-space: pre-wrap; margin: 0 0 1rem }
h2 { margin: 2rem 0 .5rem } h3 { margin: .5rem 0 0; font-size: 1rem }
summary { padding: .25rem 0; cursor: pointer } nav a { margin-right: .75rem }
@media (prefers-color-scheme: dark) { body { color: #e6e1e5; background: #141218 } a { color: #b4c5ff } }
`
const POLICY = `default-src 'none'; style-src ${inlineHash(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types`

/** Serves the page at `/api-docs`. It is made when it is first asked for. */
export function serveApiPage(app: FastifyInstance, read: () => ApiDocument): void {
  let page: string | undefined
  app.get(API_PAGE, (_request, reply) => {
    page ??= apiPage(read())
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page)
  })
}

/** Renders the document: its areas, and below each its calls, folded. */
export function apiPage({ info, servers, tags, paths }: ApiDocument): string {
  const base = servers[0]?.url ?? ''
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Call => ({
        ...operation,
        method: method.toUpperCase(),
        path: base + path,
        area: operation.operationId.split('.')[0] ?? '',
      }),
    ),
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${info.title} API</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<h1>${info.title} API ${info.version}</h1>
<p>${info.description}</p>
<p>For programs: <a href="${base}/openapi.json">${base}/openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Areas">${tags.map(({ name }) => html`<a href="#${name}">${name}</a>`)}</nav>
<main>${tags.map(({ name }) => areaSection(name, calls))}</main>
</body>
</html>
`.html
}

function areaSection(name: string, calls: readonly Call[]): Html {
  const areaCalls = calls.filter(({ area }) => area === name)
  return html`<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2>
${areaCalls.map(callDetails)}</section>
`
}

function callDetails(call: Call): Html {
  const { method, path, operationId, summary, parameters = [], requestBody, responses } = call
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const shown = parameters.map(parameter => ({ ...parameter, text: lines(parameter.schema) }))
  return html`<details><summary><code>${method} ${path}</code> ${summary}</summary>
<p>${operationId}; ${whoMayCall(call)}${call['x-ours'] ? '; not in the specification' : ''}</p>
<h3>Parameters</h3><pre>${shown
    .map(one => `${one.name} (${one.in}${one.required ? ', required' : ''}): ${one.text}`)
    .join('\n')}</pre>
${body && html`<h3>Body, ${type}</h3><pre>${lines(body.schema)}</pre>`}
${Object.entries(responses).map(
  ([status, { description, ...rest }]) => html`<h3>${status}</h3><pre>${description}</pre>
<pre>${status === '200' ? lines(successOf(rest)) : ''}</pre>`,
)}</details>
`
}

function whoMayCall({ security, 'x-permission': permission }: Call): string {
  if (permission !== undefined) return `a member of staff with ${permission}`
  return security ? 'a borrower' : 'anybody'
}

/** The schema of `data` in a successful answer, which is the first of its alternatives. */
function successOf(response: Schema): Schema {
  const { content } = response as {
    content?: { 'application/json'?: { schema?: { oneOf?: Schema[] } } }
  }
  const [success] = content?.['application/json']?.schema?.oneOf ?? []
  return (success as { properties?: { data?: Schema } } | undefined)?.properties?.data ?? {}
}

/** Writes a schema as text: `name: type` a line, optional names with a question mark. */
function lines(schema: Schema, indent = ''): string {
  const { type, properties, required = [], items, anyOf, oneOf, enum: values, const: one } = schema
  if (one !== undefined) return JSON.stringify(one)
  if (Array.isArray(values)) return values.map(value => JSON.stringify(value)).join(' | ')
  const options = (anyOf ?? oneOf) as Schema[] | undefined
  if (options) return options.map(option => lines(option, indent)).join(' | ')
  if (items) return `list of ${lines(items as Schema, indent)}`
  if (properties) {
    const inner = `${indent}  `
    return Object.entries(properties as { [name: string]: Schema })
      .map(([name, property]) => {
        const mark = (required as string[]).includes(name) ? '' : '?'
        return `\n${inner}${name}${mark}: ${lines(property, inner)}`
      })
      .join('')
  }
  const { format, pattern, minLength, maxLength, minimum, maximum } = schema
  const limits = { format, pattern, minLength, maxLength, minimum, maximum }
  const stated = Object.entries(limits).filter(([, value]) => value !== undefined)
  const kind = Array.isArray(type) ? type.join(' | ') : String(type ?? 'anything')
  return [kind, ...stated.map(([name, value]) => `${name} ${value}`)].join(', ')
}
