import { say } from '#console/words.ts'
import { scaledFigure } from '#domain/lending/draft-figures.ts'
import type { PolicyLimits } from '#domain/lending/policy-limits.ts'
import { DEFAULT_LOOKS_PER_DAY } from '#domain/staff/look-limits.ts'
import { ROLES, type Role } from '#domain/staff/permissions.ts'
import { TextField } from '#web/ui/TextField.tsx'

/** The daily limits of each role, as typed. */
export type TypedLooks = Readonly<Record<Role, string>>

/** The limits of a policy, as a person would type them. */
export function typedLooks(set: PolicyLimits['looksPerDay']): TypedLooks {
  return Object.fromEntries(
    ROLES.map(role => [role, String(set[role] ?? DEFAULT_LOOKS_PER_DAY[role])]),
  ) as TypedLooks
}

/**
 * The typed limits that differ from the defaults. An unreadable number becomes NaN, which no policy
 * allows.
 */
export function looksOfTyped(typed: TypedLooks): Partial<Record<Role, number>> {
  const each = ROLES.map(role => [role, scaledFigure(typed[role].trim(), 0, 99_999) ?? Number.NaN])
  return Object.fromEntries(
    each.filter(([role, points]) => points !== DEFAULT_LOOKS_PER_DAY[role as Role]),
  )
}

export function looksText(set: PolicyLimits['looksPerDay']): string {
  return ROLES.map(role =>
    say('policy.looks.role', {
      role: say(`role.${role}`),
      points: set[role] ?? DEFAULT_LOOKS_PER_DAY[role],
    }),
  ).join(' · ')
}

/** A field for each role. */
export function LooksFields(props: { typed: TypedLooks; onChange: (typed: TypedLooks) => void }) {
  const { typed, onChange } = props
  return (
    <div className="fields">
      {ROLES.map(role => (
        <TextField
          key={role}
          label={say(`role.${role}`)}
          value={typed[role]}
          onChange={points => onChange({ ...typed, [role]: points })}
          inputMode="numeric"
          maxLength={5}
        />
      ))}
    </div>
  )
}
