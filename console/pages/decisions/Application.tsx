import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAct } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { Masked, Opening } from '#console/looking.tsx'
import { OrderLink } from '#console/order-link.tsx'
import { Affordability } from '#console/pages/decisions/Affordability.tsx'
import { Asking, PreviewedAct, Questions } from '#console/pages/decisions/ApplicationQuestions.tsx'
import { Allowed, Problem } from '#console/parts.tsx'
import { stateName, toneOf, wordOf } from '#console/states.ts'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { application } from '#contract/staff/application.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { REASONS_BY_HAND, type ReasonByHand } from '#domain/lending/decision.ts'
import { OWN_WORDS_CHARS_MAX } from '#domain/lending/question.ts'
import type { LookWhy } from '#domain/staff/look.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'

type ApplicationPage = Output<typeof application.open>

/** A referred application: opened with a reason, which every look at it carries; then decided. */
export function Application({ orderId }: { orderId: string }) {
  return (
    <Opening
      title={say('kind.application')}
      call={application.open}
      by="applications:read"
      input={why => ({ orderId, why })}
    >
      {(opened, why) => <Decision opened={opened} why={why} />}
    </Opening>
  )
}

function Decision({ opened, why }: { opened: ApplicationPage; why: LookWhy }) {
  const { orderId, orderNo, productName, principal, appliedAt, facts, borrowerId } = opened
  const rows: readonly [string, string][] = [
    [say('application.age'), String(facts.ageYears)],
    [say('application.names'), wordOf('fact', facts.namesAgree)],
    [say('application.face'), wordOf('fact', facts.faceCheck)],
    [say('application.cards'), cardsText(facts)],
    [say('application.overdue'), String(facts.worstOverdueDays)],
    [say('application.running'), String(facts.otherRunningOrders)],
  ]
  const reveal = (part: 'name' | 'phone') => (act: ReturnType<typeof useAct>['act']) =>
    act(application.reveal, { orderId, part, why })
  return (
    <>
      <h1>
        {productName}, {money(principal)}
      </h1>
      <p className="what">
        <OrderLink orderNo={orderNo} />
        <span>{when(appliedAt)}</span>
        <Link href={`/borrower/${borrowerId}`}>{say('order.borrower')}</Link>
      </p>
      <Rules opened={opened} />
      <h2>{say('decide.afford')}</h2>
      <Affordability facts={facts} />
      <h2>{say('application.facts')}</h2>
      <dl className="values">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <Masked part="name" masked={opened.maskedName} reveal={reveal('name')} />
        <Masked part="phone" masked={opened.maskedPhone} reveal={reveal('phone')} />
      </dl>
      <h2>{say('decide.history')}</h2>
      <History history={opened.history} />
      <Questions questions={opened.questions} />
      <Deciding opened={opened} />
    </>
  )
}

/** The verdict on the cards, and who reviewed them. */
function cardsText({ cardsCheck, cardsReview }: ApplicationPage['facts']): string {
  const verdict = wordOf('fact', cardsCheck)
  if (cardsReview === null) return verdict
  const who = cardsReview.by ?? say('application.cards.desk')
  const on = when(cardsReview.at)
  return `${verdict}: ${say(`application.cards.${cardsReview.outcome}`, { who, on })}`
}

/** The rules that fired when it was referred, with their figures, and those that fire today. */
function Rules({ opened: { reasons, rules } }: { opened: ApplicationPage }) {
  const firing = rules.filter(({ fires }) => fires)
  return (
    <>
      <h2>{say('application.referred')}</h2>
      <ul className="list">
        {reasons.map(({ reason, msg }) => (
          <li key={reason}>{msg}</li>
        ))}
      </ul>
      <h2>{say('decide.rules')}</h2>
      {firing.length === 0 && <p>{say('decide.rules.none')}</p>}
      <ul className="list">
        {firing.map(({ reason, outcome }) => (
          <li key={reason}>
            {say(`decide.rule.${reason}`)}{' '}
            <Tag tone={outcome === 'deny' ? 'bad' : 'warn'}>{say(`decide.${outcome}`)}</Tag>
          </li>
        ))}
      </ul>
      <Note>{say('decide.rules.quiet', { count: rules.length - firing.length })}</Note>
    </>
  )
}

function History({ history }: Pick<ApplicationPage, 'history'>) {
  if (history.length === 0) return <p>{say('decide.history.none')}</p>
  return (
    <ul className="rows">
      {history.map(({ orderNo, productName, principal, state, appliedAt, worstOverdueDays }) => (
        <li key={orderNo} className="row">
          <p className="what">
            <OrderLink orderNo={orderNo} />
            <Tag tone={toneOf(state)}>{stateName(state)}</Tag>
          </p>
          <p className="facts">
            <span>
              {productName}, {money(principal)}
            </span>
            <span>{when(appliedAt)}</span>
            {worstOverdueDays > 0 && (
              <span>{say('decide.history.late', { days: worstOverdueDays })}</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Deciding({ opened }: { opened: ApplicationPage }) {
  const { orderId, mayAsk, secondPerson, proposedUntil } = opened
  const [, navigate] = useLocation()
  const acts = useAct()
  const { act, stateOf, problem } = acts
  async function approve() {
    if (await act(application.approve, { orderId })) navigate('/')
  }
  return (
    <Allowed by="applications:decide">
      <div className="inline">
        <Problem text={problem} />
        {secondPerson === null && proposedUntil === null ? (
          <div className="acts">
            <Button kind="main" {...stateOf(application.approve)} onPress={() => void approve()}>
              {say('application.approve')}
            </Button>
          </div>
        ) : (
          <ByTwo opened={opened} acts={acts} />
        )}
        <Denying orderId={orderId} acts={acts} />
        {mayAsk && <Asking orderId={orderId} acts={acts} />}
      </div>
    </Allowed>
  )
}

type ByTwoProps = { opened: ApplicationPage; acts: ReturnType<typeof useAct> }

/** Proposes the approval that a second person decides, or says that such a proposal waits. */
function ByTwo({ opened, acts: { act, stateOf } }: ByTwoProps) {
  const { orderId, secondPerson, proposedUntil } = opened
  const [, navigate] = useLocation()
  const [why, setWhy] = useFormDraft(`approve ${orderId}`, '')
  if (proposedUntil !== null)
    return (
      <Note>
        {say('application.proposed', { until: when(proposedUntil) })}{' '}
        <Link href="/proposals">{say('inbox.see-proposals')}</Link>
      </Note>
    )
  const { pending, disabled } = stateOf(proposal.approveApplication)
  async function submit() {
    if (!(await act(proposal.approveApplication, { orderId, why }))) return
    setWhy('')
    navigate('/proposals')
  }
  return (
    <>
      <Note>{say(`application.second.${secondPerson ?? 'amount'}`)}</Note>
      <TextField label={say('why')} value={why} onChange={setWhy} maxLength={500} />
      <div className="acts">
        <Button
          kind="main"
          pending={pending}
          disabled={disabled || why.trim() === ''}
          onPress={() => void submit()}
        >
          {say('application.propose')}
        </Button>
      </div>
    </>
  )
}

type Sentences = Output<typeof application.preview>
const NO_REASONS: readonly ReasonByHand[] = []

/** Denies for reasons first shown as the borrower will read them; a change hides the preview. */
function Denying({ orderId, acts }: { orderId: string; acts: ReturnType<typeof useAct> }) {
  const [, navigate] = useLocation()
  const { act, stateOf } = acts
  const previewing = stateOf(application.preview)
  const [reasons, setReasons] = useFormDraft<readonly ReasonByHand[]>(
    `deny ${orderId} reasons`,
    NO_REASONS,
  )
  const [ownText, setOwn] = useFormDraft(`deny ${orderId}`, '')
  const [sentences, setSentences] = useState<Sentences>()
  const input = { orderId, reasons: [...reasons], text: ownText.trim() || null }
  const isEmpty = reasons.length === 0 && input.text === null
  function toggle(reason: ReasonByHand, isChosen: boolean) {
    setSentences(undefined)
    setReasons(
      REASONS_BY_HAND.filter(each => (each === reason ? isChosen : reasons.includes(each))),
    )
  }
  async function preview() {
    setSentences((await act(application.preview, input))?.data)
  }
  async function deny() {
    if (!(await act(application.deny, input))) return
    setReasons(NO_REASONS)
    setOwn('')
    navigate('/')
  }
  return (
    <>
      <fieldset>
        <legend>{say('decide.reasons')}</legend>
        {REASONS_BY_HAND.map(reason => (
          <Checkbox
            key={reason}
            checked={reasons.includes(reason)}
            onChange={isChosen => toggle(reason, isChosen)}
          >
            {say(`decide.rule.${reason}`)}
          </Checkbox>
        ))}
      </fieldset>
      <TextField
        label={say('decide.own')}
        value={ownText}
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
        label={say('decide.preview.act')}
        onPreview={() => void preview()}
      >
        <Button kind="danger" {...stateOf(application.deny)} onPress={() => void deny()}>
          {say('decide.send')}
        </Button>
      </PreviewedAct>
    </>
  )
}
