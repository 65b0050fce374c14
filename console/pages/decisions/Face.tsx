import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAct } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { Opening } from '#console/looking.tsx'
import { Allowed, Problem, Values } from '#console/parts.tsx'
import { Table } from '#console/table.tsx'
import { when, whichDay } from '#console/when.ts'
import { say, type WordId } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffFace } from '#contract/staff/face.ts'
import type { LookWhy } from '#domain/staff/look.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'

type FacePage = Output<typeof staffFace.open>
type Picture = FacePage['pictures'][number]
type Card = Pick<Picture, 'kind' | 'values'>
const PRESETS = {
  face: ['other-person', 'unclear', 'not-live'],
  cards: ['cards.other-person', 'cards.unlike', 'cards.unclear'],
} as const

/** A face, or cards, that wait for a person: the pictures side by side, the answers, and the decision. */
export function Face({ documentId }: { documentId: string }) {
  return (
    <Opening
      title={say('face')}
      call={staffFace.open}
      by="identity:read"
      input={why => ({ documentId, why })}
    >
      {(opened, why) => <Review face={opened} why={why} />}
    </Opening>
  )
}

function Review({ face, why }: { face: FacePage; why: LookWhy }) {
  const { what, pictures, register, faceScore, likeness, lookReasons, askedAt, borrowerId } = face
  const wordOf = (area: 'face.proof' | 'face.names', word: string | null) =>
    word === null ? say('face.unknown') : say(`${area}.${word}` as WordId)
  const rows: readonly (readonly [string, string])[] = [
    ...(faceScore === null
      ? []
      : [
          [say('face.score'), faceScore.toFixed(2)] as const,
          [
            say('face.likeness'),
            likeness === null ? say('face.not-compared') : likeness.toFixed(2),
          ] as const,
        ]),
    [say('face.proof'), wordOf('face.proof', register.aadhaarProof)],
    [
      say('face.pan-verified'),
      register.panVerifiedAt === null ? say('face.unknown') : whichDay(register.panVerifiedAt),
    ],
    [say('face.names'), wordOf('face.names', register.namesAgree)],
    [say('face.aadhaar-name'), register.maskedAadhaarName],
    [say('face.pan-name'), register.maskedPanName],
    [say('face.age'), register.ageYears === null ? say('face.unknown') : String(register.ageYears)],
  ]
  return (
    <>
      <h1>{say('face')}</h1>
      <p className="what">
        <span>{say('inbox.since', { when: when(askedAt) })}</span>
        <Link href={`/borrower/${borrowerId}`}>{say('order.borrower')}</Link>
      </p>
      <p>{say(what === 'face' ? 'face.lead' : 'face.lead.cards')}</p>
      <div className="pictures">
        {pictures.map(picture => (
          <OnePicture key={picture.kind} picture={picture} />
        ))}
      </div>
      {what === 'face' && pictures.length === 1 && <Note>{say('face.no-card')}</Note>}
      <CardValues documentId={face.documentId} why={why} masked={pictures} />
      {lookReasons.length > 0 && <h2>{say('face.reasons')}</h2>}
      <ul className="list">
        {lookReasons.map(reason => (
          <li key={reason}>{say(`face.reason.${reason}` as WordId)}</li>
        ))}
      </ul>
      <h2>{say('face.register')}</h2>
      <Values rows={rows} />
      <Settle documentId={face.documentId} what={what} />
    </>
  )
}

/** A picture from the answer itself: it has no address that a cache or a history could keep. */
function OnePicture({ picture: { kind, jpeg, doubts } }: { picture: Picture }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (jpeg === null) return undefined
    const bytes = Uint8Array.from(atob(jpeg), char => char.charCodeAt(0))
    const objectUrl = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [jpeg])
  const name = say(`face.${kind}`)
  const list = doubts.map(each => say(`face.doubt.${each}`)).join(', ')
  return (
    <figure>
      {url === undefined ? (
        <p>{jpeg === null && say('face.deleted')}</p>
      ) : (
        <img src={url} alt={name} />
      )}
      <figcaption>
        <strong>{name}</strong>
        {kind !== 'face' && (
          <Note>{list === '' ? say('face.as-read') : say('face.doubts', { list })}</Note>
        )}
      </figcaption>
    </figure>
  )
}

/** The values of each card, as read and as confirmed: masked until somebody reveals them. */
function CardValues(props: { documentId: string; why: LookWhy; masked: readonly Card[] }) {
  const { documentId, why, masked } = props
  const { act, isPending, problem } = useAct()
  const [whole, setWhole] = useState<readonly Card[]>()
  const cards = (whole ?? masked).filter(({ values }) => values.length > 0)
  if (cards.length === 0) return null
  async function reveal() {
    setWhole((await act(staffFace.reveal, { documentId, why }))?.data.cards)
  }
  return (
    <>
      {cards.map(({ kind, values }) => (
        <ValuesOfCard key={kind} kind={kind} values={values} />
      ))}
      <Problem text={problem} />
      {whole === undefined && (
        <Button kind="secondary" small pending={isPending} onPress={() => void reveal()}>
          {say('face.reveal')}
        </Button>
      )}
    </>
  )
}

function ValuesOfCard({ kind, values }: Card) {
  const label = say('face.values', { card: say(`face.${kind}`) })
  const head = ['face.value', 'face.value.read', 'face.value.confirmed'] as const
  return (
    <>
      <h2>{label}</h2>
      <Table label={label} head={head.map(each => say(each))}>
        {values.map(({ key, read, confirmed }) => (
          <tr key={key}>
            <th scope="row">{say(`face.doubt.${key}`)}</th>
            <td>{read ?? say('face.value.none')}</td>
            <td>{confirmed}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}

function Settle({ documentId, what }: { documentId: string; what: FacePage['what'] }) {
  const [, navigate] = useLocation()
  const { act, stateOf, problem } = useAct()
  const denying = stateOf(staffFace.deny)
  const [reason, setReason] = useFormDraft(`face ${documentId}`, '')
  async function pass() {
    if (await act(staffFace.pass, { documentId })) navigate('/')
  }
  async function deny() {
    if (!(await act(staffFace.deny, { documentId, reason }))) return
    setReason('')
    navigate('/')
  }
  return (
    <Allowed by="identity:decide">
      <div className="inline">
        <Problem text={problem} />
        <div className="acts">
          <Button kind="main" {...stateOf(staffFace.pass)} onPress={() => void pass()}>
            {say('face.pass')}
          </Button>
        </div>
        <div className="sentences">
          {PRESETS[what].map(each => (
            <Button
              key={each}
              kind="quiet"
              small
              onPress={() => setReason(say(`face.preset.${each}`))}
            >
              {say(`face.preset.${each}`)}
            </Button>
          ))}
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
            {say('face.deny')}
          </Button>
        </div>
      </div>
    </Allowed>
  )
}
