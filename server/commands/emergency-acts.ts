/** The acts that work without a browser and without a second person: they end or stop something, and give nothing away. */
import * as v from 'valibot'
import { mail } from '#contract/staff/proposal.ts'
import { searchKeysOf } from '#domain/staff/search.ts'
import { findBorrowerByPhone } from '#server/accounts/db/sign-in.ts'
import { endEverywhere } from '#server/accounts/end-everywhere.ts'
import { isUuid } from '#server/lending/db/order.ts'
import { stopPayoutByHand } from '#server/lending/payout/under-way.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import type { Services } from '#server/services.ts'
import { endStaffSessions, staffByMail } from '#server/staff/people/db/staff.ts'
import { mailHashOf } from '#server/staff/people/people.ts'

export const EMERGENCY_USAGE = [
  'npm run ops -- emergency end-sessions <number>      signs the borrower of this mobile number out everywhere, and forgets their known devices',
  'npm run ops -- emergency end-staff-sessions <mail>  signs a member of staff out everywhere',
  'npm run ops -- emergency stop-payout <id>           stops sending a payout; it ends as refused if its bank does not know it',
  'Each is an entry of the audit log with the name of the account of this machine. It needs the master keys.',
  'Everything else is done at the console.',
  'Example: npm run ops -- emergency end-sessions 9876543210',
  'Database: the one of DATABASE_APP_URL or DATABASE_URL, else the embedded one of DATA_DIR.',
] as const

type Parts = Pick<Services, 'db' | 'clock' | 'cipher'>

/** The lines to print, and whether the command did what it says. */
export type EmergencyAnswer = { readonly isDone: boolean; readonly lines: readonly string[] }

type Match = {
  /** The id that the audit log names; null where there is no match. */
  readonly subject: string | null
  /** Null without a match. */
  readonly act: (() => Promise<boolean>) | null
  readonly success: string
  readonly failed: string
}

type Verb = {
  readonly action: AuditAction
  readonly find: (services: Parts, word: string) => Promise<Match>
}

const VERBS: Readonly<Record<string, Verb>> = {
  'end-sessions': {
    action: 'emergency-end-sessions',
    find: async ({ db, cipher }, typed) => {
      const phone = searchKeysOf(typed).find(key => key.by === 'phone')?.phone
      const borrowerId = phone && (await findBorrowerByPhone(db, cipher.keyedHash('phone', phone)))
      const act = async (id: string) => {
        await db.transaction(tx => endEverywhere(tx, id))
        return true
      }
      return {
        subject: borrowerId ?? null,
        act: borrowerId ? () => act(borrowerId) : null,
        success:
          'The borrower was signed out everywhere. Each device has to confirm its owner again.',
        failed: 'No borrower has this mobile number.',
      }
    },
  },
  'end-staff-sessions': {
    action: 'emergency-end-staff-sessions',
    find: async ({ db, cipher }, typed) => {
      const parsed = v.safeParse(mail, typed)
      const person =
        parsed.success && (await staffByMail(db, mailHashOf({ cipher }, parsed.output)))
      const act = async (staffId: string) => {
        await endStaffSessions(db, staffId)
        return true
      }
      return {
        subject: person ? person.staffId : null,
        act: person ? () => act(person.staffId) : null,
        success:
          'The person was signed out everywhere. Their passkeys stay: change their roles at the console, too.',
        failed: 'No member of staff has this mail address.',
      }
    },
  },
  'stop-payout': {
    action: 'emergency-stop-payout',
    find: async ({ db, clock }, id) => ({
      subject: isUuid(id) ? id : null,
      act: isUuid(id) ? () => stopPayoutByHand(db, id, clock.now()) : null,
      success:
        'The payout will not be sent again. It ends as its bank says, or as refused if its bank does not know it 15 minutes from now.',
      failed: 'No payout with this id is under way.',
    }),
  },
}

/**
 * Runs one command. Its entry in the audit log is written and anchored before it acts, so that no
 * act lacks one; an attempt without a match has an entry that names nobody.
 */
export async function emergencyAct(
  services: Parts,
  [verb = '', ...words]: readonly string[],
  person: string,
  anchorNow?: () => Promise<unknown>,
): Promise<EmergencyAnswer> {
  const isHelp = ['--help', '-h', 'help'].includes(verb)
  const chosen = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!chosen || words.length === 0) return { isDone: isHelp, lines: EMERGENCY_USAGE }
  const { db, clock, cipher } = services
  const { subject, act, success, failed } = await chosen.find(services, words.join(' '))
  const entry = { actor: `command:${person}`, action: chosen.action, subject, at: clock.now() }
  await db.transaction(tx => writeAudit(tx, cipher, entry))
  await anchorNow?.()
  const isDone = act !== null && (await act())
  return { isDone, lines: [isDone ? success : failed] }
}
