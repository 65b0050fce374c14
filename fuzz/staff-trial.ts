/** One request to the console: sent as a member of staff, learned from, and judged. */
import { CODE } from '#contract/codes.ts'
import { DEFAULT_ROLES, type Permission, ROLES, type Role } from '#domain/staff/permissions.ts'
import type { LendingWorld } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import type { Call } from './calls.ts'
import { type Known, knownValues } from './known.ts'
import type { Request } from './requests.ts'
import { send, sentOf } from './send.ts'
import { acceptedFaults, mapped, saidIn } from './trial.ts'
import { envelopeOf, faultsOf } from './verdict.ts'

/** The holder of the ids of what waits, for references to what is not the sender's own. */
export const LENDER = 'the lender'

/** Nobody, or a role as one member of staff. */
export type Sender = Role | 'nobody'

export type StaffStage = {
  readonly world: LendingWorld
  /** What the borrowers were given and said, and the ids of what waits. */
  readonly known: Known
  /** The values that belong to one member of staff. */
  readonly own: Known
  readonly cookies: Map<Sender, string>
  /** How often each call succeeded. */
  readonly successes: Map<string, number>
}

export type StaffRequest = Pick<Request, 'input' | 'extra' | 'twist'>

/** The calls whose answers belong to their caller alone. */
const OWN_CALLS = ['staffView.list', 'staffView.save', 'staffSession.sessions']
/** The calls whose purpose is to tell what a borrower said or is called. Each is a look, or a call that counts. */
const TELLING = ['application.reveal', 'staffBorrower.reveal', 'collection.call', 'complaint.open']
/** The ids that they name may be those of colleagues. */
const OF_EVERYBODY = ['proposal.list', 'proposal.open']

export function staffStage(world: LendingWorld, known: Known): StaffStage {
  return { world, known, own: knownValues(), cookies: new Map(), successes: new Map() }
}

const permissionOf = ({ endpoint: { auth } }: Call): Permission | undefined =>
  typeof auth === 'object' ? auth.staff : undefined

/** Whether a sender may do what a call does. */
export function mayCall(sender: Sender, call: Call): boolean {
  const permission = permissionOf(call)
  if (permission === undefined) return true
  return sender !== 'nobody' && DEFAULT_ROLES[sender].includes(permission)
}

/** Sends a request, again in a new session if the last one has ended. Returns what is wrong, one sentence each. */
export async function staffFaults(
  stage: StaffStage,
  sender: Sender,
  call: Call,
  request: StaffRequest,
): Promise<string[]> {
  const first = await sentAs(stage, sender, call, request)
  const isLost = first.envelope?.code === CODE.notLoggedIn && sender !== 'nobody'
  if (!isLost || request.twist !== undefined) return first.faults
  stage.cookies.delete(sender)
  return (await sentAs(stage, sender, call, request)).faults
}

async function sentAs(stage: StaffStage, sender: Sender, call: Call, request: StaffRequest) {
  const { world, known, own } = stage
  const { twist } = request
  const { endpoint, name } = call
  const input = mapped(request.input, text => known.resolve(text, sender, LENDER))
  const cookie = await cookieOf(stage, sender)
  const session = { web_uuid: 'a-page-of-the-console', ...(cookie !== '' && { cookie }) }
  const sent = sentOf(endpoint, { key: undefined, twist } as Request, input, session)
  const answer = await send(world.server.app, world.server.origin, sent)
  const envelope = envelopeOf(answer)
  const isDone = envelope?.code === CODE.success
  const said = saidIn(sent)
  const faults = faultsOf(sent, answer, sender !== 'nobody')
  if (isDone) {
    faults.push(...acceptedFaults(endpoint, request, input))
    if (twist === undefined && !mayCall(sender, call)) faults.push(`${sender} may not do this.`)
  }
  const told = TELLING.includes(name) ? [] : known.personalIn(undefined, said, answer.text)
  const strange = isDone ? told : known.strange(undefined, said, answer.text)
  const others = own.strange(sender, said, answer.text)
  for (const value of new Set([...strange, ...others])) faults.push(`The answer tells ${value}.`)
  if (isDone && twist === undefined) {
    stage.successes.set(name, (stage.successes.get(name) ?? 0) + 1)
    // What somebody wrote where others read is their own no longer.
    for (const reader of ROLES) own.told(reader, said)
    if (OWN_CALLS.includes(name)) own.learn(sender, envelope.data)
    if (!OF_EVERYBODY.includes(name)) known.learn(sender, envelope.data)
  }
  return { envelope, faults }
}

/** The cookies of a live session of this role, with a fresh proof; none for nobody. */
async function cookieOf({ world, cookies }: StaffStage, sender: Sender): Promise<string> {
  if (sender === 'nobody') return ''
  const known = cookies.get(sender)
  if (known !== undefined) return known
  const browser = await staffBrowser(world.server, sender)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  cookies.set(sender, cookie)
  return cookie
}
