/** The acts of a borrower about an application that waits for a person, and about a disputed loan. */
import { picture } from '#server/providers/simulated/person.ts'
import { act, ask } from './acts.ts'
import { actorOf, callsOn, HOUR, type Life, type Stage, wait } from './life.ts'

const ANSWERS = 0.8
const COMPLAINS = 0.04

/** Answers an officer's question about an application, and shows a face again that a person denied. */
export async function attend(
  stage: Stage,
  life: Life,
  { orderId, answerBy }: { readonly orderId: string; readonly answerBy: string | null },
): Promise<void> {
  if (answerBy !== null && life.chance.happens(ANSWERS)) await answer(stage, life, orderId)
  await showFaceIfDenied(stage, life)
  wait(stage, life, 6 * HOUR)
}

async function answer(stage: Stage, life: Life, orderId: string): Promise<void> {
  const { mobile } = life.who
  const actor = actorOf(stage, life)
  const { question } = callsOn(mobile)
  const list = await ask(actor, mobile, () => question.list({ orderId }))
  const open = list.ok ? list.data.find(({ standing }) => standing === 'open') : undefined
  if (!open) return
  const { number } = open
  await act(actor, 'answer a question', mobile, () =>
    question.answer({ orderId, number, answer: 'I sew at home.' }),
  )
}

/** Shows the face again if a person denied the picture of it. */
export async function showFaceIfDenied(stage: Stage, life: Life): Promise<void> {
  const { mobile } = life.who
  const actor = actorOf(stage, life)
  const { kyc } = callsOn(mobile)
  const result = await ask(actor, mobile, () => kyc.faceResult({}))
  if (!result.ok || result.data.deniedBecause === null) return
  const check = await ask(actor, mobile, () => kyc.livingCheck({ image: picture() }))
  if (!check.ok) return stage.acts.note('show the face again', check.reason)
  const { imageId } = check.data
  await act(actor, 'show the face again', mobile, () => kyc.livingHold({ imageId }))
}

/** Some complain about the repayment of a loan that runs, one complaint at a time. */
export async function complainSometimes(stage: Stage, life: Life): Promise<void> {
  const { chance, complaints, who } = life
  if (stage.isClosing() || complaints.length > 1 || !chance.happens(COMPLAINS)) return
  const { mobile } = who
  const actor = actorOf(stage, life)
  const { feedback } = callsOn(mobile)
  const wish = { content: 'I paid this already.', problemType: 'repayment' }
  const saved = await ask(actor, mobile, () => feedback.save(wish))
  if (!saved.ok) return
  const { feedbackId } = saved.data
  const result = await act(actor, 'complain', mobile, () => feedback.complain({ feedbackId }))
  // The answer to the first request may have been lost.
  if (result.ok || result.reason === 'outdated')
    complaints.push({ feedbackId, since: stage.clock.now().toISOString() })
}
