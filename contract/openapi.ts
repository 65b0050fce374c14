import { toJsonSchema } from '@valibot/to-json-schema'
import { CODE, codeOf } from '#contract/codes.ts'
import type { Endpoint, Endpoints, Schema } from '#contract/endpoint.ts'
import type { InWords } from '#contract/envelope.ts'
import { BASE_PATH, pathParts } from '#contract/path.ts'
import { PROOF_OF_WORK_HEADER } from '#contract/proof-of-work.ts'
import { file, indiaDay } from '#contract/wire.ts'
import { refusals } from '#words/reasons.ts'

type Json = { [key: string]: unknown }

/** The whole API as an OpenAPI 3.1 document, in wire forms. */
export function openapi(
  areas: Readonly<Record<string, Endpoints>>,
  version: string,
  inWords: InWords,
): Json {
  const paths: Record<string, Json> = {}
  for (const [area, endpoints] of Object.entries(areas)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const operations = {
        [endpoint.method.toLowerCase()]: operation(`${area}.${name}`, area, endpoint, inWords),
      }
      paths[endpoint.path] = { ...paths[endpoint.path], ...operations }
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Saral', version, description: DESCRIPTION },
    servers: [{ url: BASE_PATH }],
    tags: Object.keys(areas).map(name => ({ name })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, schemas: { Refusal: REFUSAL } },
  }
}

const DESCRIPTION =
  'Every business answer is HTTP 200 with { code, msg, data }; refusals carry data.reason. Money travels as rupees, rates as percent, instants as ISO 8601 in UTC, days as YYYY-MM-DD in India.'

const SECURITY_SCHEMES = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'token',
    description: 'One half of a session, given at login.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-saral-session',
    description:
      'The other half, HttpOnly. Both are needed. Over http on this machine alone it is named saral-insecure-session.',
  },
  staff: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-saral-staff',
    description:
      'The session of a member of staff, HttpOnly. Calls need the header web_uuid, too. Over http on this machine alone it is named saral-insecure-staff.',
  },
  deviceKey: {
    type: 'apiKey',
    in: 'header',
    name: 'DPoP',
    description: 'The other half of a native app: a proof of its device’s key (RFC 9449, ES256).',
  },
}

const REFUSAL = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer', not: { const: CODE.success } },
    msg: { type: 'string', description: 'Fit for the borrower.' },
    data: {
      type: ['object', 'null'],
      properties: {
        reason: { type: 'string' },
        errorColumn: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              column: { type: 'string' },
              reason: { type: 'string' },
              details: {
                type: 'object',
                description: 'The figures of the sentence; amounts in paise.',
              },
              msg: { type: 'string' },
            },
            required: ['column', 'reason', 'msg'],
          },
        },
      },
    },
  },
}

function operation(operationId: string, area: string, endpoint: Endpoint, inWords: InWords): Json {
  const input = jsonSchema(endpoint.input)
  const inPath = pathParts(endpoint.path)
  return {
    operationId,
    tags: [area],
    summary: endpoint.does,
    ...(endpoint.auth === 'borrower' && {
      security: [
        { token: [], session: [] },
        { token: [], deviceKey: [] },
      ],
    }),
    ...(typeof endpoint.auth === 'object' && {
      security: [{ staff: [] }],
      'x-permission': endpoint.auth.staff,
    }),
    parameters: [...inputParameters(endpoint, input, inPath), ...headerParameters(endpoint)],
    ...(endpoint.sends !== 'query' && { requestBody: requestBody(endpoint, input, inPath) }),
    responses: {
      '200': {
        description: refusalList(endpoint, inWords),
        content: { 'application/json': { schema: answer(endpoint) } },
      },
      '429': {
        description: 'A limit was reached; Retry-After says how long to wait.',
        content: { 'application/json': { schema: REFUSAL_REF } },
      },
    },
    ...(endpoint.ours && { 'x-ours': true }),
  }
}

const REFUSAL_REF = { $ref: '#/components/schemas/Refusal' }

function answer(endpoint: Endpoint): Json {
  const success = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { const: CODE.success },
      msg: { type: 'string' },
      data: jsonSchema(endpoint.output),
    },
  }
  return { oneOf: [success, REFUSAL_REF] }
}

/** Details appear in the sentence by name: `{waitSeconds}`. */
function refusalList({ refusals: reasons }: Endpoint, inWords: InWords): string {
  if (reasons.length === 0) return 'The answer.'
  const lines = reasons.map(reason => {
    const names = Object.keys(refusals[reason])
    const details = Object.fromEntries(names.map(name => [name, `{${name}}`]))
    return `- \`${reason}\` (${codeOf(reason)}): ${inWords('refusal', { reason, details })}`
  })
  return ['The answer, or a refusal:', ...lines].join('\n')
}

function inputParameters(endpoint: Endpoint, input: Json, inPath: string[]): Json[] {
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = (input.required ?? []) as string[]
  return Object.entries(properties)
    .filter(([name]) => endpoint.sends === 'query' || inPath.includes(name))
    .map(([name, schema]) =>
      inPath.includes(name)
        ? { name, in: 'path', required: true, schema }
        : { name, in: 'query', required: required.includes(name), schema },
    )
}

function headerParameters(endpoint: Endpoint): Json[] {
  const webUuid = {
    name: 'web_uuid',
    in: 'header',
    required: endpoint.acts === true || typeof endpoint.auth === 'object',
    schema: { type: 'string', minLength: 16, maxLength: 64, pattern: '^[\\w-]+$' },
  }
  const proofOfWork = {
    name: PROOF_OF_WORK_HEADER,
    in: 'header',
    required: false,
    description: 'Only after `proof-of-work-required`: its `challenge`, a colon, and the numbers.',
    schema: { type: 'string' },
  }
  if (endpoint.refusals.includes('proof-of-work-required')) return [webUuid, proofOfWork]
  if (!endpoint.idempotent) return [webUuid]
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 64 },
  }
  return [webUuid, key]
}

function requestBody(endpoint: Endpoint, input: Json, inPath: string[]): Json {
  const properties = input.properties as Record<string, Json> | undefined
  const rest = properties && {
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => !inPath.includes(name)),
    ),
    required: ((input.required ?? []) as string[]).filter(name => !inPath.includes(name)),
  }
  const type = endpoint.sends === 'json' ? 'application/json' : 'multipart/form-data'
  return { required: true, content: { [type]: { schema: { ...input, ...rest } } } }
}

function jsonSchema(schema: Schema): Json {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema: derived }) => {
      if (valibotSchema === file)
        return { type: 'string', contentMediaType: 'application/octet-stream' }
      if (valibotSchema === indiaDay) return { type: 'string', format: 'date' }
      return derived
    },
  }) as Json
  return rest
}
