import { useState } from 'react'
import { useAct } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { Opening } from '#console/looking.tsx'
import { type Case, ComplaintActs, Preview } from '#console/pages/cases/ComplaintActs.tsx'
import { Allowed, Problem } from '#console/parts.tsx'
import { caseWords } from '#console/states.ts'
import { when, whichDay } from '#console/when.ts'
import { say, type WordId } from '#console/words.ts'
import { complaint } from '#contract/staff/complaint.ts'
import { COMPLAINT_CATEGORIES, type ComplaintCategory } from '#domain/complaint.ts'
import { startOfIndiaDay } from '#domain/day.ts'
import { REPLY_MAX_CHARS } from '#domain/limits.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextArea } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'

/** A feedback or complaint: opened with a reason, which every look at it carries; then worked off. */
export function Complaint({ feedbackId }: { feedbackId: string }) {
  return (
    <Opening
      title={say('kind.complaint')}
      call={complaint.open}
      by="complaints:read"
      input={(why, again) => ({ feedbackId, why, again })}
    >
      {(opened, _why, again) => <CasePage opened={opened} onChanged={() => void again()} />}
    </Opening>
  )
}

function CasePage({ opened, onChanged }: { opened: Case; onChanged: () => void }) {
  const { topic, content, images, createdAt, maskedPhone, answer, answeredAt } = opened
  const standing = opened.complaint
  return (
    <>
      <h1>{standing ? say(`category.${standing.category}`) : topic}</h1>
      {standing && <Clock standing={standing} />}
      <dl className="values">
        <Value name="complaint.topic" value={topic} />
        <Value name="complaint.sent" value={when(createdAt)} />
        <Value name="complaint.phone" value={maskedPhone} />
      </dl>
      <blockquote className="quoted">{content}</blockquote>
      {images.map(address => (
        <img key={address} className="sent" src={address} alt={say('complaint.picture')} />
      ))}
      {answer !== null && answeredAt !== null && (
        <>
          <Note>{say('complaint.answered', { when: when(answeredAt) })}</Note>
          <blockquote className="quoted">{answer}</blockquote>
        </>
      )}
      {standing && <History standing={standing} />}
      <Allowed by="complaints:work">
        {standing ? (
          standing.closedAt === null && <ComplaintActs opened={opened} onChanged={onChanged} />
        ) : (
          <OfFeedback opened={opened} onChanged={onChanged} />
        )}
      </Allowed>
    </>
  )
}

function Value({ name, value }: { name: WordId; value: string }) {
  return (
    <div>
      <dt>{say(name)}</dt>
      <dd>{value}</dd>
    </div>
  )
}

type Standing = NonNullable<Case['complaint']>

function Clock({ standing }: { standing: Standing }) {
  const { stage, isEscalated, answerBy, closedAt, outcome } = standing
  return (
    <p className="what">
      {closedAt !== null && outcome !== null ? (
        <Tag tone="good">
          {say('complaints.closed', { when: when(closedAt), outcome: say(`outcome.${outcome}`) })}
        </Tag>
      ) : (
        <Tag tone={stage === 'late' ? 'bad' : 'neutral'}>{say(`stage.${stage}`)}</Tag>
      )}
      {isEscalated && <Tag tone="warn">{say('complaints.escalated')}</Tag>}
      <span>{say('complaints.answer-by', { day: whichDay(startOfIndiaDay(answerBy)) })}</span>
    </p>
  )
}

function History({ standing: { history } }: { standing: Standing }) {
  return (
    <>
      <h2>{say('complaint.history')}</h2>
      <ul className="list">
        {history.map(({ what, at, by, notes, text }) => (
          <li key={`${at.getTime()} ${what} ${notes.join()}`}>
            {when(at)} · {by ?? say('complaint.by.borrower')} · {say(`event.${what}`)}
            {notes.length > 0 && ` · ${caseWords(notes)}`}
            {text !== null && <blockquote className="quoted">{text}</blockquote>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The one reply to a feedback, or the act that makes it a complaint. */
function OfFeedback({ opened, onChanged }: { opened: Case; onChanged: () => void }) {
  const { feedbackId, answeredAt } = opened
  const { act, isPending, problem } = useAct()
  const [category, setCategory] = useState<ComplaintCategory>()
  const [text, setText] = useFormDraft(`reply ${feedbackId}`, '')
  async function raise() {
    if (category && (await act(complaint.raise, { feedbackId, category }))) onChanged()
  }
  async function send() {
    if (!(await act(complaint.reply, { feedbackId, text }))) return
    setText('')
    onChanged()
  }
  return (
    <div className="inline">
      <Problem text={problem} />
      {answeredAt === null && (
        <>
          <TextArea
            label={say('complaint.reply')}
            value={text}
            onChange={setText}
            maxLength={REPLY_MAX_CHARS}
            rows={4}
          />
          <Preview text={text} />
          <Button disabled={text.trim() === ''} pending={isPending} onPress={() => void send()}>
            {say('complaint.reply.act')}
          </Button>
        </>
      )}
      <SelectField
        label={say('complaint.category')}
        value={category ?? ''}
        onChange={value => setCategory(value as ComplaintCategory)}
        options={COMPLAINT_CATEGORIES.map(each => ({
          value: each,
          label: say(`category.${each}`),
        }))}
      />
      <Button
        kind="secondary"
        disabled={!category}
        pending={isPending}
        onPress={() => void raise()}
      >
        {say('complaint.raise')}
      </Button>
    </div>
  )
}
