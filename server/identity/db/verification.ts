import {
  NOTHING_VERIFIED,
  type StepKey,
  type VerificationFlags,
  withStepDone,
} from '#domain/identity/verification.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'

export type FormName = 'base-info' | 'work-info'

const stepsDone = statement(
  'verification-steps-done',
  'SELECT borrower_id AS "borrowerId", step FROM verification_step WHERE borrower_id = ANY ($1)',
)
const markDone = statement(
  'verification-mark-step-done',
  `INSERT INTO verification_step (borrower_id, step, done_at) VALUES ($1, $2, $3) ON CONFLICT (borrower_id, step) DO NOTHING`,
)
const markUndone = statement(
  'verification-mark-step-undone',
  'DELETE FROM verification_step WHERE borrower_id = $1 AND step = $2',
)
const saveForm = statement(
  'verification-save-form-answers',
  `INSERT INTO form_answers (borrower_id, form, answers_sealed, saved_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (borrower_id, form) DO UPDATE SET answers_sealed = excluded.answers_sealed, saved_at = excluded.saved_at`,
)
const formOf = statement(
  'verification-form-answers',
  'SELECT answers_sealed AS "answersSealed" FROM form_answers WHERE borrower_id = $1 AND form = $2',
)

/** The completed steps, as the calls answer them. */
export async function stepsDoneOf(db: Queryable, borrowerId: string): Promise<VerificationFlags> {
  const [flags] = await stepsDoneOfEach(db, [borrowerId])
  return flags ?? NOTHING_VERIFIED
}

/** The completed steps of each of these borrowers, at their index. */
export async function stepsDoneOfEach(
  db: Queryable,
  borrowerIds: readonly string[],
): Promise<VerificationFlags[]> {
  const rows = await db.query(stepsDone, [borrowerIds])
  const stepsOf = Map.groupBy(rows, row => row.borrowerId)
  return borrowerIds.map(id =>
    (stepsOf.get(id) ?? []).reduce(
      (flags, { step }) => withStepDone(step, flags),
      NOTHING_VERIFIED,
    ),
  )
}

/** Marks a step as done; the first time counts. */
export async function markStepDone(
  db: Queryable,
  borrowerId: string,
  step: StepKey,
  at: Date,
): Promise<void> {
  await db.query(markDone, [borrowerId, step, at])
}

/** Marks a step as open again, because its evidence no longer holds. */
export async function markStepUndone(
  db: Queryable,
  borrowerId: string,
  step: StepKey,
): Promise<void> {
  await db.query(markUndone, [borrowerId, step])
}

export async function saveFormAnswers(
  db: Queryable,
  answers: { borrowerId: string; form: FormName; sealed: Uint8Array; at: Date },
): Promise<void> {
  await db.query(saveForm, [answers.borrowerId, answers.form, answers.sealed, answers.at])
}

/** The encrypted answers to a form, or undefined if it was never saved. */
export async function formAnswersOf(
  db: Queryable,
  borrowerId: string,
  form: FormName,
): Promise<Uint8Array | undefined> {
  const row = await db.maybeOne(formOf, [borrowerId, form])
  return row?.answersSealed
}
