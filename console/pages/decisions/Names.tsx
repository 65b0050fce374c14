import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAct } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { Opening } from '#console/looking.tsx'
import { Allowed, Problem, Values } from '#console/parts.tsx'
import { when } from '#console/when.ts'
import { say, type WordId } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffNames } from '#contract/staff/names.ts'
import type { LookWhy } from '#domain/staff/look.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'

type NamesPage = Output<typeof staffNames.open>

/** Two spellings of a name that the machine could not settle, and the decision. */
export function Names({ reviewId }: { reviewId: string }) {
  return (
    <Opening
      title={say('names')}
      call={staffNames.open}
      by="identity:read"
      input={why => ({ reviewId, why })}
    >
      {(opened, why) => <Review names={opened} why={why} />}
    </Opening>
  )
}

function Review({ names, why }: { names: NamesPage; why: LookWhy }) {
  const { what, askedAt, borrowerId, account, aadhaarProof, others } = names
  return (
    <>
      <h1>{say('names')}</h1>
      <p className="what">
        <span>{say('inbox.since', { when: when(askedAt) })}</span>
        <Link href={`/borrower/${borrowerId}`}>{say('order.borrower')}</Link>
      </p>
      <p>{say(`names.lead.${what}`)}</p>
      <Both names={names} why={why} />
      <Values
        rows={[
          ...(account === null ? [] : [[say('names.account'), account] as const]),
          [
            say('face.proof'),
            aadhaarProof === null
              ? say('face.unknown')
              : say(`face.proof.${aadhaarProof}` as WordId),
          ],
        ]}
      />
      {others.length > 0 && (
        <>
          <h2>{say('names.others')}</h2>
          <p>{say('names.others.text')}</p>
          <ul className="list">
            {others.map((other, at) => (
              <li key={other}>
                <Link href={`/borrower/${other}`}>{say('names.other', { number: at + 1 })}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Settle names={names} />
    </>
  )
}

/** Both names one below the other: masked, until somebody asks for the whole. */
function Both({ names, why }: { names: NamesPage; why: LookWhy }) {
  const { reviewId, what, maskedAadhaarName, maskedOtherName } = names
  const { act, isPending, problem } = useAct()
  const [whole, setWhole] = useState<Output<typeof staffNames.reveal>>()
  async function reveal() {
    setWhole((await act(staffNames.reveal, { reviewId, why }))?.data)
  }
  const other = whole?.otherName ?? maskedOtherName
  return (
    <>
      <Values
        rows={[
          [say('face.aadhaar-name'), whole?.aadhaarName ?? maskedAadhaarName],
          [say(`names.other-name.${what}`), other === '' ? say('names.none') : other],
        ]}
      />
      <Problem text={problem} />
      {whole === undefined && (
        <Button kind="secondary" small pending={isPending} onPress={() => void reveal()}>
          {say('names.reveal')}
        </Button>
      )}
    </>
  )
}

function Settle({ names: { reviewId, what } }: { names: NamesPage }) {
  const [, navigate] = useLocation()
  const { act, stateOf, problem } = useAct()
  const denying = stateOf(staffNames.deny)
  const [reason, setReason] = useFormDraft(`names ${reviewId}`, '')
  const preset = say(`names.preset.${what}`)
  async function pass() {
    if (await act(staffNames.pass, { reviewId })) navigate('/')
  }
  async function deny() {
    if (!(await act(staffNames.deny, { reviewId, reason }))) return
    setReason('')
    navigate('/')
  }
  return (
    <Allowed by="identity:decide">
      <div className="inline">
        <Problem text={problem} />
        <div className="acts">
          <Button kind="main" {...stateOf(staffNames.pass)} onPress={() => void pass()}>
            {say('names.pass')}
          </Button>
        </div>
        <div className="sentences">
          <Button kind="quiet" small onPress={() => setReason(preset)}>
            {preset}
          </Button>
        </div>
        <TextField
          label={say('face.deny.reason')}
          value={reason}
          onChange={setReason}
          maxLength={300}
        />
        {reason.trim() !== '' && <Note>{say('face.reads', { text: reason })}</Note>}
        <div className="acts">
          <Button
            kind="danger"
            pending={denying.pending}
            disabled={denying.disabled || reason.trim() === ''}
            onPress={() => void deny()}
          >
            {say('names.deny')}
          </Button>
        </div>
      </div>
    </Allowed>
  )
}
