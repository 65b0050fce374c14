import type { Scene } from './journey.ts'

/** Sets the amount from which two persons approve an application, as a version of the policy. */
export async function secondPersonFrom(
  { server }: Scene,
  version: number,
  paise: number | null,
): Promise<void> {
  await server.reading(db =>
    db.raw(
      `INSERT INTO policy_version (version, from_day, affordable_percent, out_of_reach_percent, late_days_to_look_at,
         late_days_to_deny, second_person_from, made_at) VALUES ($1, '2015-01-01', 50, 70, 7, 30, $2, now())`,
      [version, paise],
    ),
  )
}
