import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { indiaDayOf } from '#domain/day.ts'
import { type AadhaarNumber, isAadhaarNumber, maskedAadhaar } from '#domain/identity/identity.ts'
import { AADHAAR_DIGITS_KEPT } from '#domain/limits.ts'
import { html } from '#server/platform/http/html.ts'
import { qrCode } from '#server/platform/qr-code.ts'
import { aadhaarBeginning, newPan } from '#server/providers/simulated/inputs.ts'
import { inventedPerson } from '#server/providers/simulated/invented-person.ts'
import { fail, wantsPage } from '#server/sandbox/answers.ts'
import { type Page, sectionPage, sendPage } from '#server/sandbox/page.ts'
import type { SandboxParts } from './parts.ts'

/** A dense code has over a hundred modules on a side. */
const PIXELS_A_SQUARE = 6

const query = v.object({ aadhaar: v.optional(v.pipe(v.string(), v.check(isAadhaarNumber))) })
const NOT_A_NUMBER = 'An Aadhaar number has 12 digits, the last one fitting.'

/**
 * `/sandbox/aadhaar-code`: the signed Aadhaar code of an invented person, to scan, save or, for
 * machines, read.
 */
export function serveCodes(app: FastifyInstance, { codes, clock, ids }: SandboxParts): void {
  if (!codes) return
  const personOf = (aadhaar: AadhaarNumber) => ({
    ...inventedPerson(aadhaar, indiaDayOf(clock.now())),
    lastFour: aadhaar.slice(-AADHAAR_DIGITS_KEPT),
  })
  const numberIn = (request: FastifyRequest) => {
    const { success, output } = v.safeParse(query, request.query)
    return success
      ? ((output.aadhaar ?? aadhaarBeginning(`5${ids.digits(10)}`)) as AadhaarNumber)
      : undefined
  }

  app.get('/sandbox/aadhaar-code', async (request, reply) => {
    const aadhaar = numberIn(request)
    if (!aadhaar) return fail(request, reply, 400, NOT_A_NUMBER)
    const person = personOf(aadhaar)
    if (wantsPage(request))
      return sendPage(
        reply,
        codePage({ aadhaar, pan: newPan(ids), name: person.name, dob: person.dob }),
      )
    const { name, dob, lastFour } = person
    return reply
      .header('cache-control', 'no-store')
      .send({ code: await codes.issue(person), name, dob, lastFour })
  })

  const servePicture = (kind: 'svg' | 'png', type: string) =>
    app.get(`/sandbox/aadhaar-code.${kind}`, async (request, reply): Promise<FastifyReply> => {
      const aadhaar = numberIn(request)
      if (!aadhaar) return fail(request, reply, 400, NOT_A_NUMBER)
      const { svg, image } = await qrCode(await codes.issue(personOf(aadhaar)), PIXELS_A_SQUARE)
      const picture = kind === 'svg' ? svg : Buffer.from(await image.arrayBuffer())
      return reply.header('cache-control', 'no-store').type(type).send(picture)
    })
  servePicture('svg', 'image/svg+xml')
  servePicture('png', 'image/png')
}

type Shown = {
  readonly aadhaar: string
  readonly pan: string
  readonly name: string
  readonly dob: string
}

function codePage({ aadhaar, pan, name, dob }: Shown): Page {
  const section = html`<section class="card stack" id="code" aria-labelledby="code-title">
<h2 id="code-title">A code to scan</h2>
<p>As it is printed on an Aadhaar, for a person who does not exist. The sandbox signed it; no real Aadhaar has its signature.</p>
<img class="code" src="/sandbox/aadhaar-code.svg?aadhaar=${aadhaar}" alt="The signed code of ${name}">
<dl class="kv">
<div><dt>Name</dt><dd>${name}</dd></div>
<div><dt>Born</dt><dd>${dob}</dd></div>
<div><dt>Aadhaar</dt><dd>${maskedAadhaar(aadhaar)}</dd></div>
<div><dt>A new PAN</dt><dd>${pan}</dd></div>
</dl>
<a class="btn primary wide" href="/sandbox/aadhaar-code.png?aadhaar=${aadhaar}" download="aadhaar-code.png">Save as a picture</a>
<a class="btn secondary wide" href="/sandbox/aadhaar-code">Another person</a>
</section>`
  return sectionPage('Aadhaar code', [section])
}
