/** One request to the console: sent as a member of staff, noted, and judged. */
import { CODE } from '#contract/codes.ts'
import { DEFAULT_ROLES, type Permission, ROLES, type Role } from '#domain/staff/permissions.ts'
import type { LendingWorld } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import type { Call } from './calls.ts'
import type { Request } from './requests.ts'
import { send, wireRequestOf } from './send.ts'
import { acceptedFaults, mapped, wireText } from './trial.ts'
import { trackValueOwners, type ValueOwners } from './value-owners.ts'
import { envelopeOf, faultsOf } from './verdict.ts'

/** The owner of the waiting items, for references to items that are not the sender's. */
export const LENDER = 'the lender'

/** Nobody, or a role as one member of staff. */
export type Sender = Role | 'nobody'

export type StaffStage = {
  readonly world: LendingWorld
  /** The values of borrowers, and the ids of waiting items. */
  readonly owners: ValueOwners
  /** The values that belong to one member of staff. */
  readonly staffOwners: ValueOwners
  readonly cookies: Map<Sender, string>
  /** The number of successes of each call. */
  readonly successes: Map<string, number>
}

export type StaffRequest = Pick<Request, 'input' | 'extra' | 'twist'>

/** The calls whose answers belong to their caller alone. */
const OWN_CALLS = ['staffView.list', 'staffView.save', 'staffSession.sessions']
/** The calls that reveal a borrower's words or name. Each is a look, or a counted call. */
const REVEALS = ['application.reveal', 'staffBorrower.reveal', 'collection.call', 'complaint.open']
/** The calls whose answers may have ids of colleagues. */
const OF_EVERYBODY = ['proposal.list', 'proposal.open']

export function staffStage(world: LendingWorld, owners: ValueOwners): StaffStage {
  return {
    world,
    owners,
    staffOwners: trackValueOwners(),
    cookies: new Map(),
    successes: new Map(),
  }
}

const permissionOf = ({ endpoint: { auth } }: Call): Permission | undefined =>
  typeof auth === 'object' ? auth.staff : undefined

/** Whether a sender has the permission for a call. */
export function mayCall(sender: Sender, call: Call): boolean {
  const permission = permissionOf(call)
  if (permission === undefined) return true
  return sender !== 'nobody' && DEFAULT_ROLES[sender].includes(permission)
}

/** Sends a request, again in a new session if the last one has ended. Returns a sentence for each fault. */
export async function staffFaults(
  stage: StaffStage,
  sender: Sender,
  call: Call,
  request: StaffRequest,
): Promise<string[]> {
  const first = await sendAs(stage, sender, call, request)
  const isLost = first.envelope?.code === CODE.notLoggedIn && sender !== 'nobody'
  if (!isLost || request.twist !== undefined) return first.faults
  stage.cookies.delete(sender)
  return (await sendAs(stage, sender, call, request)).faults
}

async function sendAs(stage: StaffStage, sender: Sender, call: Call, request: StaffRequest) {
  const { world, owners, staffOwners } = stage
  const { twist } = request
  const { endpoint, name } = call
  const input = mapped(request.input, text => owners.resolve(text, sender, LENDER))
  const cookie = await cookieOf(stage, sender)
  const session = { web_uuid: 'a-page-of-the-console', ...(cookie !== '' && { cookie }) }
  const wire = wireRequestOf(endpoint, { key: undefined, twist } as Request, input, session)
  const answer = await send(world.server.app, world.server.origin, wire)
  const envelope = envelopeOf(answer)
  const isDone = envelope?.code === CODE.success
  const text = wireText(wire)
  const faults = faultsOf(wire, answer, sender !== 'nobody')
  if (isDone) {
    faults.push(...acceptedFaults(endpoint, request, input))
    if (twist === undefined && !mayCall(sender, call)) faults.push(`${sender} may not do this.`)
  }
  const revealed = REVEALS.includes(name) ? [] : owners.personalIn(undefined, text, answer.text)
  const foreign = isDone ? revealed : owners.foreignIn(undefined, text, answer.text)
  const others = staffOwners.foreignIn(sender, text, answer.text)
  for (const value of new Set([...foreign, ...others]))
    faults.push(`The answer discloses ${value}.`)
  if (isDone && twist === undefined) {
    stage.successes.set(name, (stage.successes.get(name) ?? 0) + 1)
    // A text that all roles may read belongs to all of them.
    for (const reader of ROLES) staffOwners.addRequest(reader, text)
    if (OWN_CALLS.includes(name)) staffOwners.addAnswer(sender, envelope.data)
    if (!OF_EVERYBODY.includes(name)) owners.addAnswer(sender, envelope.data)
  }
  return { envelope, faults }
}

/** The cookies of a live session of this role, with a fresh proof; none for nobody. */
async function cookieOf({ world, cookies }: StaffStage, sender: Sender): Promise<string> {
  if (sender === 'nobody') return ''
  const stored = cookies.get(sender)
  if (stored !== undefined) return stored
  const browser = await staffBrowser(world.server, sender)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  cookies.set(sender, cookie)
  return cookie
}
