import { type ReactNode, useId } from 'react'
import { ownLanguage } from '#console/own-language.ts'
import { wordOf } from '#console/states.ts'
import { whichDay } from '#console/when.ts'
import { hasWord, say, type WordId } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import type { proposal } from '#contract/staff/proposal.ts'
import { type Day, startOfIndiaDay } from '#domain/day.ts'
import { Note } from '#web/ui/Type.tsx'
import { money, percent } from '#words/format.ts'
import { LANGUAGE_NAMES } from '#words/language.ts'

type Listed = Output<typeof proposal.open>
type Effect = Listed['effect']
type Dated = Extract<Effect, { readonly dated: unknown }>
type Value = Dated['values'][number]
type Example = Extract<Effect, { readonly example: unknown }>['example']

const dayText = (day: Day) => whichDay(startOfIndiaDay(day))

/** The effect of an approval: one sentence about borrowers and money, and a row for each changed value. */
export function ProposalEffect({ proposal: each }: { proposal: Listed }) {
  const { effect } = each
  const values = 'values' in effect ? effect.values : []
  const rows = [...rightsRows(effect), ...('example' in effect ? exampleRows(effect.example) : [])]
  const readable = ownValues(values)
  const others = values.filter(value => !readable.includes(value))
  return (
    <>
      <p>{sentenceOf(each)}</p>
      {(readable.length > 0 || rows.length > 0) && (
        <Changes title={say('proposal.changes')}>
          {readable.map(value => (
            <ValueRow key={keyOf(value)} value={value} />
          ))}
          {rows}
        </Changes>
      )}
      {others.length > 0 && (
        <details>
          <summary>{say('proposal.other-languages')}</summary>
          <Changes title={say('proposal.other-languages')}>
            {others.map(value => (
              <ValueRow key={keyOf(value)} value={value} />
            ))}
          </Changes>
        </details>
      )}
      {'dated' in effect && <Versions dated={effect.dated} />}
    </>
  )
}

/** The effect on borrowers and money. */
function sentenceOf({ effect, subject, proposedBy: who }: Listed): string {
  switch (effect.act) {
    case 'settle-refund':
      return say('effect.settle-refund', { ...ofOrder(effect), reference: effect.reference })
    case 'stop-payout':
    case 'approve-application':
    case 'waive-penal':
      return say(`effect.${effect.act}`, ofOrder(effect))
    case 'close-unknown-payment': {
      const { amount, vendor, reference } = effect
      const what = reference === null ? '.no-money' : ''
      const where = amount === null ? '.foreign' : ''
      return say(`effect.close-unknown-payment${what}${where}`, {
        amount: amount === null ? '' : money(amount),
        vendor,
        event: subject,
        reference: reference ?? '',
      })
    }
    case 'invite-staff':
    case 'renew-staff':
      return say(`effect.${effect.act}`, { mail: effect.mail, who })
    case 'change-staff': {
      const id = effect.after.length === 0 ? 'effect.change-staff.end' : 'effect.change-staff'
      return say(id, { mail: effect.mail })
    }
    case 'change-role':
      return say('effect.change-role', { role: say(`role.${effect.role}`) })
    case 'publish-product':
      return say(publicationOf(effect), ofProduct(effect))
    case 'withdraw-product':
      return say('effect.withdraw-product', ofProduct(effect))
    case 'change-policy':
    case 'change-content':
      return say(`effect.${effect.act}`, { day: dayText(effect.dated.fromDay) })
  }
}

const ofOrder = ({ amount, orderNo }: Extract<Effect, { readonly orderNo: unknown }>) => ({
  amount: money(amount),
  orderNo: orderNo ?? '',
})

const ofProduct = ({ product, dated }: Extract<Effect, { readonly product: unknown }>) => ({
  name: product.name,
  day: dayText(dated.fromDay),
})

/** The sentence about a version of a product: its first, of a partner's or the lender's own, or a later one. */
function publicationOf({ dated, values }: Dated): WordId {
  if (dated.follows !== null) return 'effect.publish-product'
  const isPartner = values.some(({ name, after }) => name === 'kind' && after === 'external')
  return isPartner ? 'effect.publish-product.partner' : 'effect.publish-product.first'
}

function Changes({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <table className="changes" aria-labelledby={id}>
      <caption id={id}>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{say('proposal.what')}</th>
          <th scope="col">{say('proposal.before')}</th>
          <th scope="col">{say('proposal.after')}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

const keyOf = ({ name, language }: Value) => `${name} ${language}`

/** Of a text that changes in several languages, the one that the reader reads. */
function ownValues(values: readonly Value[]): Value[] {
  const language = ownLanguage()
  const names = [...new Set(values.map(({ name }) => name))]
  return names.flatMap(name => {
    const all = values.filter(each => each.name === name)
    const first = all.slice(0, 1)
    if (first[0]?.language === null) return all
    const match = all.find(each => each.language === language)
    const english = all.find(each => each.language === 'en')
    return match ? [match] : english ? [english] : first
  })
}

function ValueRow({ value: { name, language, before, after, until } }: { value: Value }) {
  const shown = (text: string | null) => (text === null ? '–' : wordOf(`value.${name}`, text))
  const lang = language ?? undefined
  return (
    <tr>
      <th scope="row">
        {language === null
          ? fieldName(name)
          : say('content.effect.part', {
              part: fieldName(name),
              language: LANGUAGE_NAMES[language],
            })}
      </th>
      <td lang={lang}>{shown(before)}</td>
      <td lang={lang}>
        {shown(after)}
        {until && (
          <Note>
            {say('proposal.until', { day: dayText(until.day), value: shown(until.after) })}
          </Note>
        )}
      </td>
    </tr>
  )
}

/** A policy value, a field of a product or a part of a text, by its name. */
function fieldName(name: string): string {
  const areas = ['policy', 'product', 'content.part', 'content.effect']
  const id = areas.map(area => `${area}.${name}`).find(hasWord)
  return id === undefined ? name : say(id)
}

/** The roles of a person or the permissions of a role that change. */
function rightsRows(effect: Effect): ReactNode[] {
  const { before, after } = rightsOf(effect)
  const all = [...new Set([...before, ...after])]
  const changed = all.filter(name => before.includes(name) !== after.includes(name))
  const has = (names: readonly string[], name: string) =>
    names.includes(name) ? say('proposal.has') : '–'
  return changed.map(name => (
    <tr key={name}>
      <th scope="row">{rightName(name)}</th>
      <td>{has(before, name)}</td>
      <td>{has(after, name)}</td>
    </tr>
  ))
}

function rightsOf(effect: Effect): {
  readonly before: readonly string[]
  readonly after: readonly string[]
} {
  if (effect.act === 'invite-staff') return { before: [], after: effect.roles }
  if (effect.act === 'change-staff' || effect.act === 'change-role') return effect
  return { before: [], after: [] }
}

function rightName(name: string): string {
  const id = [`permission.${name}`, `role.${name}`].find(hasWord)
  return id === undefined ? name : say(id)
}

/** The cost of a loan of the largest amount, before and after. */
function exampleRows(example: Example): ReactNode[] {
  if (!example) return []
  const { before, after } = example
  const amount = money(example.amount)
  const rows = [
    ['proposal.example.arrives', before && money(before.arrives), after && money(after.arrives)],
    [
      'proposal.example.repayment',
      before && money(before.repayment),
      after && money(after.repayment),
    ],
    ['proposal.example.apr', before && percent(before.apr), after && percent(after.apr)],
  ] as const
  return rows.map(([name, was, will]) => (
    <tr key={name}>
      <th scope="row">{say(name, { amount })}</th>
      <td>{was ?? '–'}</td>
      <td>{will ?? '–'}</td>
    </tr>
  ))
}

/** The version that a change follows, and those of later days. */
function Versions({ dated: { follows, stays } }: { dated: Dated['dated'] }) {
  const list = stays
    .map(({ version, fromDay }) => say('proposal.version', { version, day: dayText(fromDay) }))
    .join(', ')
  return (
    <>
      <Note>
        {follows === null
          ? say('proposal.follows.none')
          : say('proposal.follows', { version: follows })}
      </Note>
      {stays.length > 0 && <Note>{say('proposal.stays', { list })}</Note>}
    </>
  )
}
