import { Link, useSearchParams } from 'wouter'
import { useAct, usePages, useRead } from '#console/calls.ts'
import { ContentDifference, ContentLink } from '#console/content-effect.tsx'
import { useKept } from '#console/kept.ts'
import { Failed, MorePages, Problem } from '#console/parts.tsx'
import { wordOf } from '#console/states.ts'
import { when, whichDay } from '#console/when.ts'
import { hasWord, say, type WordId } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { startOfIndiaDay } from '#domain/day.ts'
import { ACT_NAMES, type ActName } from '#domain/staff/proposal.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '#words/language.ts'

type Listed = Output<typeof proposal.open>
type View = 'waiting' | 'decided'

const READ_AGAIN_MS = 15_000

/** Proposals that wait, with the acts of deciding; and how the others ended. The filter stands in the address. */
export function Proposals() {
  const [params, setParams] = useSearchParams()
  const act = ACT_NAMES.find(each => each === params.get('act'))
  const waiting = useListed('waiting', act)
  const decided = useListed('decided', act)
  const first = waiting.data?.pages[0]
  if (!first)
    return waiting.error ? (
      <Failed error={waiting.error} onRetry={() => void waiting.refetch()} />
    ) : (
      <p>{say('loading')}</p>
    )
  const { twoPersonsOff } = first
  const acts = ACT_NAMES.filter(each => each === act || first.acts.includes(each))
  return (
    <>
      <h1>{say('nav.proposals')}</h1>
      {twoPersonsOff.length > 0 && (
        <Banner tone="warn">
          {say('proposals.alone', {
            acts: twoPersonsOff.map(each => say(`act.${each}`)).join(', '),
          })}
        </Banner>
      )}
      {acts.length > 1 && (
        <div className="filters">
          <SelectField
            label={say('proposals.filter')}
            value={act ?? ''}
            onChange={to => setParams(to === '' ? {} : { act: to }, { replace: true })}
            placeholder={null}
            options={[
              { value: '', label: say('proposals.filter.all') },
              ...acts.map(each => ({ value: each, label: say(`act.${each}`) })),
            ]}
          />
        </div>
      )}
      <h2>{say('proposals.waiting')}</h2>
      <Rows list={waiting} none="proposals.none" />
      <h2>{say('proposals.decided')}</h2>
      <Rows list={decided} none="proposals.none.decided" />
    </>
  )
}

const useListed = (view: View, act: ActName | undefined) =>
  usePages(proposal.list, { view, ...(act && { act }) }, READ_AGAIN_MS)

/** One proposal by its id, which stands in the address. */
export function OneProposal({ proposalId }: { proposalId: string }) {
  const { data, error, refetch } = useRead(proposal.open, { proposalId })
  return (
    <>
      <h1>{say('kind.proposal')}</h1>
      <p>
        <Link href="/proposals">{say('proposals.all')}</Link>
      </p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <ul className="rows">
          <Row proposal={data} />
        </ul>
      )}
    </>
  )
}

type RowsProps = {
  list: ReturnType<typeof useListed>
  none: WordId
}

function Rows({ list, none }: RowsProps) {
  const proposals = list.data?.pages.flatMap(page => page.proposals) ?? []
  return (
    <>
      {list.error && !list.data && (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && proposals.length === 0 && <p>{say(none)}</p>}
      <ul className="rows">
        {proposals.map(each => (
          <Row key={each.proposalId} proposal={each} />
        ))}
      </ul>
      <MorePages of={list} />
    </>
  )
}

function Row({ proposal: each }: { proposal: Listed }) {
  return (
    <li className="row">
      <Content proposal={each} />
      {each.outcome === null ? <Deciding proposal={each} /> : <Ending proposal={each} />}
    </li>
  )
}

/** What will happen, why, and by whom it is proposed. */
function Content({
  proposal: { proposalId, act, subject, effect, why, proposedBy, proposedAt, until },
}: {
  proposal: Listed
}) {
  const { amount, orderNo, reference, mail, role, product, content, before, after } = effect
  const isAboutRights = amount === null && content === null
  const list = (names: readonly string[]) =>
    names.length === 0 ? say('proposals.nothing') : rightsText(names)
  return (
    <>
      <p className="what">
        <Link href={`/proposals/${proposalId}`}>
          <strong>{say(`act.${act}`)}</strong>
        </Link>
      </p>
      <p className="facts">
        {amount !== null && (
          <span>
            {orderNo === null
              ? money(amount)
              : say('proposals.order', { amount: money(amount), orderNo })}
          </span>
        )}
        {act === 'close-unknown-payment' && (
          <span>{say('proposals.event', { vendor: after[0] ?? '', event: subject })}</span>
        )}
        {act === 'close-unknown-payment' && reference === null && (
          <span>{say('proposals.no-money')}</span>
        )}
        {act === 'approve-application' && (
          <Link href={`/application/${subject}`}>{say('proposals.application')}</Link>
        )}
        {reference !== null && <span>{say('proposals.reference', { reference })}</span>}
        {mail !== null && <span>{mail}</span>}
        {product !== null && (
          <Link href={`/products/${product.productId}`}>
            {say('proposals.product', {
              ...product,
              day: whichDay(startOfIndiaDay(product.fromDay)),
            })}
          </Link>
        )}
        {content !== null && <ContentLink content={content} />}
        {role !== null && <span>{say(`role.${role}`)}</span>}
        {isAboutRights && before.length > 0 && (
          <span>{say('proposals.before', { list: list(before) })}</span>
        )}
        {isAboutRights && <span>{say('proposals.after', { list: list(after) })}</span>}
      </p>
      {isAboutRights && before.length > 0 && <Difference before={before} after={after} />}
      {act === 'approve-application' && after.length > 0 && (
        <p className="what">
          <Tag tone="bad">
            {say('proposals.against', {
              list: after.map(each => wordOf('decide.rule', each)).join(', '),
            })}
          </Tag>
        </p>
      )}
      {content !== null && <ContentDifference before={before} after={after} />}
      <p>{why}</p>
      <Note>
        {say('proposals.by', { who: proposedBy, when: when(proposedAt), until: when(until) })}
      </Note>
    </>
  )
}

/** Roles, permissions, policy values and the fields of a product by their names; anything else as it is. */
function rightsText(names: readonly string[]): string {
  const hasValues = names.some(name => name.includes(': '))
  return names
    .map(name => {
      const [key = '', value] = name.split(': ')
      if (value !== undefined) {
        return `${fieldName(key)}: ${wordOf(`value.${key}`, value)}`
      }
      const id = [`permission.${name}`, `role.${name}`].find(hasWord)
      return id === undefined ? name : say(id)
    })
    .join(hasValues ? '; ' : ', ')
}

/** A policy value, or a field of a product with the language of its text, such as `slogan (hi)`. */
function fieldName(key: string): string {
  const [, field = key, of] = /^(\w+) \((\w+)\)$/.exec(key) ?? []
  const language = LANGUAGES.find(each => each === of)
  const id = [`policy.${field}`, `product.${field}`].find(hasWord)
  if (id === undefined) return key
  return language ? `${say(id)} (${LANGUAGE_NAMES[language]})` : say(id)
}

/** Exactly what a change gives and takes, so that nobody compares two long lists. */
function Difference({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const added = after.filter(name => !before.includes(name))
  const dropped = before.filter(name => !after.includes(name))
  return (
    <p className="what">
      {added.length > 0 && (
        <Tag tone="good">{say('proposals.added', { list: rightsText(added) })}</Tag>
      )}
      {dropped.length > 0 && (
        <Tag tone="bad">{say('proposals.dropped', { list: rightsText(dropped) })}</Tag>
      )}
    </p>
  )
}

function Deciding({ proposal: { proposalId, isMine, cannotDecide } }: { proposal: Listed }) {
  const { act, isPending, stateOf, problem } = useAct()
  const refusing = stateOf(proposal.refuse)
  const [reason, setReason] = useKept(`refuse ${proposalId}`, '')
  const approve = () => act(proposal.approve, { proposalId })
  async function refuse() {
    if (await act(proposal.refuse, { proposalId, reason })) setReason('')
  }
  if (cannotDecide !== null)
    return (
      <>
        <Note>{say(`cannot.${cannotDecide}`)}</Note>
        <Problem text={problem} />
        {isMine && (
          <div className="acts">
            <Button
              kind="secondary"
              small
              pending={isPending}
              onPress={() => void act(proposal.withdraw, { proposalId })}
            >
              {say('proposals.withdraw')}
            </Button>
          </div>
        )}
      </>
    )
  return (
    <div className="inline">
      <Problem text={problem} />
      <div className="acts">
        <Button small {...stateOf(proposal.approve)} onPress={() => void approve()}>
          {say('proposals.approve')}
        </Button>
      </div>
      <TextField label={say('why')} value={reason} onChange={setReason} maxLength={500} />
      <div className="acts">
        <Button
          kind="danger"
          small
          pending={refusing.pending}
          disabled={refusing.disabled || reason.trim() === ''}
          onPress={() => void refuse()}
        >
          {say('proposals.refuse')}
        </Button>
      </div>
    </div>
  )
}

function Ending({
  proposal: { outcome, decidedBy, decidedAt, isAlone, reason },
}: {
  proposal: Listed
}) {
  if (outcome === null || decidedAt === null) return null
  const values = { outcome: say(`outcome.${outcome}`), when: when(decidedAt) }
  return (
    <p className="facts">
      <Tag tone={outcome === 'approved' ? 'good' : outcome === 'refused' ? 'bad' : 'neutral'}>
        {decidedBy === null
          ? say('proposals.ended', values)
          : say('proposals.decided-by', { ...values, who: decidedBy })}
      </Tag>
      {isAlone && <Tag tone="warn">{say('proposals.was-alone')}</Tag>}
      {reason !== null && <span>{reason}</span>}
    </p>
  )
}
