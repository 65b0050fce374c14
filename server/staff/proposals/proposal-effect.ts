/** What a proposal would change, and why: as it is stored, encrypted, and as the contract has it. */
import type { Output } from '#contract/endpoint.ts'
import type { proposal } from '#contract/staff/proposal.ts'
import { type Cipher, decryptJson, type Place } from '#server/platform/db/encrypt.ts'
import type { Effect } from '#server/staff/acts/acts.ts'
import { contentTitle } from '#server/staff/catalogue/content.ts'
import type { ChangedValue, DatedPlace } from '#server/staff/catalogue/dated.ts'
import type { ProposalRow } from '#server/staff/proposals/db/proposal.ts'
import { LANGUAGES } from '#words/language.ts'

type Shown = Output<typeof proposal.open>['effect']

type Keys = { readonly cipher: Cipher }

const place = (proposalId: string, column: 'details_sealed' | 'why_sealed'): Place => ({
  table: 'proposal',
  row: proposalId,
  column,
})
const reasonPlace = (proposalId: string): Place => ({
  table: 'proposal_decision',
  row: proposalId,
  column: 'reason_sealed',
})

/** The effect and the reason of a new proposal, encrypted. */
export function sealedProposal({ cipher }: Keys, proposalId: string, effect: Effect, why: string) {
  return {
    detailsSealed: cipher.encrypt(JSON.stringify(effect), place(proposalId, 'details_sealed')),
    whySealed: cipher.encrypt(why, place(proposalId, 'why_sealed')),
  }
}

/** The reason of a decision, encrypted. */
export function sealedReason({ cipher }: Keys, proposalId: string, reason: string): Buffer {
  return cipher.encrypt(reason, reasonPlace(proposalId))
}

/** The effect of a proposal, as it was stored when it was made. */
export function effectOf(
  { cipher }: Keys,
  row: Pick<ProposalRow, 'proposalId' | 'detailsSealed'>,
): Effect {
  return decryptJson<Effect>(cipher, row.detailsSealed, place(row.proposalId, 'details_sealed'))
}

/** Why a proposal was made, as its proposer wrote it. */
export function whyOf(
  { cipher }: Keys,
  { proposalId, whySealed }: Pick<ProposalRow, 'proposalId' | 'whySealed'>,
): string {
  return cipher.decryptText(whySealed, place(proposalId, 'why_sealed'))
}

/** Why a proposal was decided so, as the one who decided wrote it. */
export function reasonOf({ cipher }: Keys, proposalId: string, sealed: Buffer): string {
  return cipher.decryptText(sealed, reasonPlace(proposalId))
}

/** An effect as those who may read its proposal see it. */
export function shownEffect(effect: Effect): Shown {
  const { content, product, before, after, dated, values, policy, example, ...facts } = effect
  const start = product ?? content ?? policy
  const isOld = start !== undefined && values === undefined
  const place = dated ?? (start ? oldPlace(start) : null)
  return {
    ...facts,
    product: product ?? null,
    content: content ? { ...content, title: contentTitle(content.item, content.texts) } : null,
    dated: place && { ...place, stays: [...place.stays] },
    values: (isOld ? valuesOfLines(before, after) : (values ?? [])).map(({ name, ...value }) => {
      const [part = '', language] = name.split(' ')
      return { ...value, name: part, language: LANGUAGES.find(each => each === language) ?? null }
    }),
    example: example ?? null,
    before: isOld ? [] : [...before],
    after: isOld ? [] : [...after],
  }
}

/** Proposals of a previous version were compared with the newest version, whatever its day. */
function oldPlace({ fromDay, base }: Pick<DatedPlace, 'fromDay'> & { base: number }): DatedPlace {
  return { fromDay, follows: base === 0 ? null : base, stays: [] }
}

/** The values of a proposal of a previous version, which stored them as lines: `slogan (en): Plain loans`. */
function valuesOfLines(before: readonly string[], after: readonly string[]): ChangedValue[] {
  const read = (lines: readonly string[]) =>
    new Map(
      lines.map(line => {
        const at = line.indexOf(': ')
        const [name, text] = at < 0 ? ['isOffered', line] : [line.slice(0, at), line.slice(at + 2)]
        return [name.replace(/[()]/g, ''), text] as const
      }),
    )
  const was = read(before)
  const will = read(after)
  const names = [...new Set([...will.keys(), ...was.keys()])].filter(name => name !== 'from')
  return names.map(name => ({
    name,
    before: was.get(name) ?? null,
    after: will.get(name) ?? null,
    until: null,
  }))
}
