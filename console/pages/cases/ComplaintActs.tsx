import { useState } from 'react'
import { useAct } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { useMay } from '#console/me.ts'
import { Problem } from '#console/parts.tsx'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { complaint } from '#contract/staff/complaint.ts'
import {
  COMPLAINT_CATEGORIES,
  COMPLAINT_OUTCOMES,
  type ComplaintCategory,
  type ComplaintOutcome,
  ombudsmanUntil,
  ROOT_CAUSES,
  type RootCause,
} from '#domain/complaint.ts'
import type { Day } from '#domain/day.ts'
import { REPLY_MAX_CHARS } from '#domain/limits.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea, TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import english from '#words/en/feedback.json'
import { dayAndTimeText, dayText } from '#words/format.ts'
import hindi from '#words/hi/feedback.json'
import { fill, type Messages, type Values } from '#words/messages.ts'

/** A feedback or complaint, as it was opened. */
export type Case = Output<typeof complaint.open>

const NONE = 'none'
const LANGUAGES = { en: english as Messages, hi: hindi as Messages }

/** A reply as the borrower will read it, with the Ombudsman's address where it belongs, in both languages. */
export function Preview({
  text,
  ombudsmanUntil,
}: {
  text: string
  ombudsmanUntil?: Day | undefined
}) {
  const [now] = useState(() => new Date())
  if (text.trim() === '') return null
  return (
    <section aria-label={say('complaint.preview')}>
      <Note>{say('complaint.preview')}</Note>
      {(['en', 'hi'] as const).map(language => {
        const words = (id: string, values: Values = {}) =>
          fill(LANGUAGES[language][id] ?? id, values, language)
        return (
          <blockquote key={language} className="quoted" lang={language}>
            <Note>{words('feedback.reply', { time: dayAndTimeText(now, language) })}</Note>
            <p>{text.trim()}</p>
            {ombudsmanUntil && (
              <>
                <p>{words('feedback.ombudsman', { day: dayText(ombudsmanUntil, language) })}</p>
                <p>{words('feedback.ombudsman.attach')}</p>
              </>
            )}
          </blockquote>
        )
      })}
    </section>
  )
}

type Props = { readonly opened: Case; readonly onChanged: () => void }

/** The acts on an open complaint: sort, write, give to the grievance officer, close. */
export function ComplaintActs({ opened, onChanged }: Props) {
  const standing = opened.complaint
  if (!standing) return null
  return (
    <>
      <Sort opened={opened} onChanged={onChanged} standing={standing} />
      <Answer opened={opened} onChanged={onChanged} standing={standing} />
      {!standing.isEscalated && <Escalate opened={opened} onChanged={onChanged} />}
    </>
  )
}

type Standing = NonNullable<Case['complaint']>

function Sort({ opened: { feedbackId }, onChanged, standing }: Props & { standing: Standing }) {
  const { act, isPending, problem } = useAct()
  const [category, setCategory] = useState(standing.category)
  const [cause, setCause] = useState<RootCause | typeof NONE>(standing.rootCause ?? NONE)
  async function save() {
    const rootCause = cause === NONE ? null : cause
    if (await act(complaint.sort, { feedbackId, category, rootCause })) onChanged()
  }
  return (
    <div className="inline">
      <SelectField
        label={say('complaint.category')}
        value={category}
        placeholder={null}
        onChange={value => setCategory(value as ComplaintCategory)}
        options={COMPLAINT_CATEGORIES.map(each => ({
          value: each,
          label: say(`category.${each}`),
        }))}
      />
      <SelectField
        label={say('complaint.cause')}
        value={cause}
        placeholder={null}
        onChange={value => setCause(value as RootCause)}
        options={[
          { value: NONE, label: say('complaint.cause.none') },
          ...ROOT_CAUSES.map(each => ({ value: each, label: say(`cause.${each}`) })),
        ]}
      />
      <Problem text={problem} />
      <Button kind="secondary" small pending={isPending} onPress={() => void save()}>
        {say('complaint.sort')}
      </Button>
    </div>
  )
}

/** A reply while the case goes on, or the answer that closes it; both are shown before they are sent. */
function Answer({ opened: { feedbackId }, onChanged, standing }: Props & { standing: Standing }) {
  const may = useMay()
  const { act, stateOf, problem } = useAct()
  const replying = stateOf(complaint.reply)
  const closing = stateOf(complaint.close)
  const [text, setText] = useFormDraft(`reply ${feedbackId}`, '')
  const [outcome, setOutcome] = useState<ComplaintOutcome>('resolved')
  const [now] = useState(() => new Date())
  const isEmpty = text.trim() === ''
  const needsOfficer = standing.isEscalated || outcome !== 'resolved'
  const why =
    needsOfficer && !may('complaints:decide')
      ? say('complaint.close.officer')
      : standing.rootCause === null
        ? say('complaint.close.cause')
        : undefined
  async function send() {
    if (await act(complaint.reply, { feedbackId, text })) {
      setText('')
      onChanged()
    }
  }
  async function close() {
    if (!(await act(complaint.close, { feedbackId, outcome, text }))) return
    setText('')
    onChanged()
  }
  return (
    <div className="inline">
      <TextArea
        label={say('complaint.reply')}
        value={text}
        onChange={setText}
        maxLength={REPLY_MAX_CHARS}
        rows={5}
      />
      <Preview
        text={text}
        ombudsmanUntil={ombudsmanUntil({ ...standing, closedAt: now, outcome }, now)}
      />
      <Problem text={problem} />
      <Button
        kind="secondary"
        pending={replying.pending}
        disabled={replying.disabled || isEmpty}
        onPress={() => void send()}
      >
        {say('complaint.reply.act')}
      </Button>
      <SelectField
        label={say('complaint.outcome')}
        value={outcome}
        placeholder={null}
        onChange={value => setOutcome(value as ComplaintOutcome)}
        options={COMPLAINT_OUTCOMES.map(each => ({ value: each, label: say(`outcome.${each}`) }))}
      />
      {why !== undefined && <Note>{why}</Note>}
      <Button
        pending={closing.pending}
        disabled={closing.disabled || isEmpty || why !== undefined}
        onPress={() => void close()}
      >
        {say('complaint.close')}
      </Button>
    </div>
  )
}

function Escalate({ opened: { feedbackId }, onChanged }: Props) {
  const { act, isPending, problem } = useAct()
  const [why, setWhy] = useFormDraft(`escalate ${feedbackId}`, '')
  async function escalate() {
    if (!(await act(complaint.escalate, { feedbackId, why }))) return
    setWhy('')
    onChanged()
  }
  return (
    <div className="inline">
      <TextField
        label={say('complaint.escalate.why')}
        value={why}
        onChange={setWhy}
        maxLength={REPLY_MAX_CHARS}
      />
      <Problem text={problem} />
      <Button
        kind="secondary"
        small
        disabled={why.trim() === ''}
        pending={isPending}
        onPress={() => void escalate()}
      >
        {say('complaint.escalate')}
      </Button>
    </div>
  )
}
