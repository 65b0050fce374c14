/** The refusals of the rooms about a configuration, and their warnings about settings that they accept. */
import type { Logger } from 'pino'
import { isLoopback } from '#domain/loopback.ts'
import { ACT_NAMES } from '#domain/staff/proposal.ts'
import { unregisteredTexts } from '#server/notices/sms-templates.ts'
import type { Config } from '#server/platform/config.ts'
import { registered } from '#server/platform/sms-template.ts'

/** Refuses to switch the second person off for an act that does not exist. */
export function refuseUnknownActs({ twoPersonsOff }: Pick<Config, 'twoPersonsOff'>): void {
  const names: readonly string[] = ACT_NAMES
  if ([...twoPersonsOff].some(act => !names.includes(act)))
    throw new Error(
      `The configuration is wrong: TWO_PERSONS_OFF names no act; these are: ${names.join(', ')}`,
    )
}

/** Warns the operator of each setting that may be wrong, by its name. */
export function warnOperator(config: Config, logger: Logger): void {
  warnOfUnregisteredTexts(config, logger)
  warnOfOnePerson(config, logger)
  warnOfClearText(config, logger)
}

function warnOfUnregisteredTexts(config: Config, logger: Logger): void {
  const { sms } = config.vendors
  const carries = sms ? registered(sms.templates) : () => true
  for (const text of unregisteredTexts(config, carries))
    logger.warn({ text }, 'no template carries this text message: it cannot be sent')
}

/** The audit log and `npm run ops -- books` name each act that was done by one person. */
function warnOfOnePerson({ twoPersonsOff }: Config, logger: Logger): void {
  if (twoPersonsOff.size > 0)
    logger.warn({ acts: [...twoPersonsOff] }, 'one person may do these acts alone')
}

/** Cookies are Secure everywhere but on this machine alone, and no browser keeps such ones over http. */
function warnOfClearText({ host, isPublishedOnHttps }: Config, logger: Logger): void {
  if (!isPublishedOnHttps && !isLoopback(host))
    logger.warn(
      { host },
      'nobody can sign in over http from another machine: publish over https, and set PUBLIC_URL',
    )
}
