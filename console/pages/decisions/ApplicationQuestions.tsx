import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { useAct } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { application } from '#contract/staff/application.ts'
import { OWN_WORDS_CHARS_MAX, QUESTION_KINDS, type QuestionKind } from '#domain/lending/question.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { dayText } from '#words/format.ts'

type QuestionRow = Output<typeof application.open>['questions'][number]
type Sentences = Output<typeof application.questionPreview>

/** The questions to the borrower with their answers, oldest first. */
export function Questions({ questions }: { questions: readonly QuestionRow[] }) {
  if (questions.length === 0) return null
  return (
    <>
      <h2>{say('decide.questions')}</h2>
      <ul className="rows">
        {questions.map(question => (
          <li key={question.number} className="row">
            <p className="what">
              {question.kind && <strong>{say(`decide.question.kind.${question.kind}`)}</strong>}
              {question.words && <span>{question.words}</span>}
              <Tag tone={question.standing === 'answered' ? 'good' : 'warn'}>
                {standingText(question)}
              </Tag>
            </p>
            {question.answer && <p>{question.answer}</p>}
            <p className="facts">
              <span>{say('decide.question.asked', { when: when(question.askedAt) })}</span>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function standingText({ answerBy, answeredAt, standing }: QuestionRow): string {
  if (answeredAt) return say('decide.question.answered', { when: when(answeredAt) })
  if (standing !== 'open') return say('decide.question.unanswered')
  return say('decide.question.open', { day: dayText(answerBy, 'en') })
}

/** Asks a question first shown as the borrower will read it; a change hides the preview. */
export function Asking({ orderId, acts }: { orderId: string; acts: ReturnType<typeof useAct> }) {
  const [, navigate] = useLocation()
  const { act, stateOf } = acts
  const previewing = stateOf(application.questionPreview)
  const [kind, setKind] = useFormDraft<QuestionKind | null>(`ask ${orderId} kind`, null)
  const [ownWords, setOwn] = useFormDraft(`ask ${orderId}`, '')
  const [sentences, setSentences] = useState<Sentences>()
  const question = { kind, words: ownWords.trim() || null }
  const isEmpty = question.kind === null && question.words === null
  async function preview() {
    setSentences((await act(application.questionPreview, question))?.data)
  }
  async function ask() {
    if (!(await act(application.ask, { orderId, ...question }))) return
    setKind(null)
    setOwn('')
    navigate('/')
  }
  return (
    <section className="inline" aria-label={say('decide.ask')}>
      <h2>{say('decide.ask')}</h2>
      <Note>{say('decide.ask.note')}</Note>
      <SelectField
        label={say('decide.ask.kind')}
        value={kind ?? ''}
        onChange={value => {
          setSentences(undefined)
          setKind(QUESTION_KINDS.find(each => each === value) ?? null)
        }}
        placeholder={null}
        options={[
          { value: '', label: say('decide.ask.none') },
          ...QUESTION_KINDS.map(each => ({
            value: each,
            label: say(`decide.question.kind.${each}`),
          })),
        ]}
      />
      <TextField
        label={say('decide.ask.own')}
        value={ownWords}
        onChange={text => {
          setSentences(undefined)
          setOwn(text)
        }}
        maxLength={OWN_WORDS_CHARS_MAX}
      />
      <PreviewedAct
        sentences={sentences}
        previewing={previewing}
        isEmpty={isEmpty}
        label={say('decide.ask.preview.act')}
        onPreview={() => void preview()}
      >
        <Button {...stateOf(application.ask)} onPress={() => void ask()}>
          {say('decide.ask.send')}
        </Button>
      </PreviewedAct>
    </section>
  )
}

/** Offers the preview of an act's sentences as the borrower will read them, and then the act. */
export function PreviewedAct(props: {
  sentences: Sentences | undefined
  previewing: { pending: boolean; disabled: boolean }
  isEmpty: boolean
  label: string
  onPreview: () => void
  children: ReactNode
}) {
  const { sentences, previewing, isEmpty, label, onPreview, children } = props
  return (
    <>
      {sentences && <Preview sentences={sentences} />}
      <div className="acts">
        {sentences ? (
          children
        ) : (
          <Button
            kind="secondary"
            pending={previewing.pending}
            disabled={previewing.disabled || isEmpty}
            onPress={onPreview}
          >
            {label}
          </Button>
        )}
      </div>
    </>
  )
}

/** Sentences as the borrower will read them, in the two languages that everybody may choose. */
function Preview({ sentences }: { sentences: Sentences }) {
  return (
    <section className="row" aria-label={say('decide.preview')}>
      <strong>{say('decide.preview')}</strong>
      {(['en', 'hi'] as const).map(language => (
        <ul key={language} className="list" lang={language}>
          {sentences[language].map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ))}
    </section>
  )
}
