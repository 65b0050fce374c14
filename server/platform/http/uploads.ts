import type { FastifyRequest } from 'fastify'
import type { Upload } from '#contract/wire.ts'

/** Thrown where a form is too large; answered as 413. */
export class TooLarge extends Error {
  readonly statusCode = 413
}

/** Thrown where a form cannot be read; answered as 400. */
class Unreadable extends Error {
  readonly statusCode = 400
}

/**
 * The fields and files of a multipart form by name. A repeated name becomes a list, which schemas
 * refuse unless they expect one.
 */
export async function formOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  try {
    return await partsOf(request)
  } catch (error) {
    // The parser blames the sender only for exceeded limits, not for malformed forms.
    throw error instanceof Error && 'statusCode' in error ? error : new Unreadable()
  }
}

async function partsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const form = new Map<string, unknown>()
  const add = (name: string, value: unknown) => {
    const before = form.get(name)
    form.set(name, before === undefined ? value : [before, value].flat())
  }
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.valueTruncated || part.fieldnameTruncated) throw new TooLarge()
      add(part.fieldname, part.value)
    } else {
      add(part.fieldname, upload(await part.toBuffer(), part.mimetype))
    }
  }
  return Object.fromEntries(form)
}

function upload(bytes: Buffer, type: string): Upload {
  return new Blob([new Uint8Array(bytes)], { type })
}
