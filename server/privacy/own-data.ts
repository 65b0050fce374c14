/**
 * The overview of a borrower's data for the borrower (regulation R11;
 * docs/decisions/019-a-borrowers-own-data.md).
 */
import type { Output } from '#contract/endpoint.ts'
import type { ownData } from '#contract/own-data.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import { DATA_KINDS, erasureOf, keepingOf, type Relationship } from '#domain/privacy/retention.ts'
import { consentLedgerOf } from '#server/accounts/db/consent.ts'
import type { BorrowerCall } from '#server/platform/actions/call.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import {
  type Held,
  heldKindsOf,
  type KeptRecord,
  keptRecordsOf,
} from '#server/privacy/db/own-data.ts'
import { borrowerRelationship } from '#server/privacy/db/relationship.ts'
import { looksAt } from '#server/staff/looks/db/look.ts'
import { consentText } from '#words/consents.ts'

type Overview = Output<typeof ownData.overview>
type Item = Overview['items'][number]

/** All stored data, in the order of its kinds, and every consent. */
export async function dataOverview(
  db: Queryable,
  { borrowerId, now }: Pick<BorrowerCall, 'borrowerId' | 'now'>,
): Promise<Overview> {
  const [kinds, records, relationship, consents, looks] = await Promise.all([
    heldKindsOf(db, borrowerId),
    keptRecordsOf(db, borrowerId),
    borrowerRelationship(db, borrowerId),
    consentsOf(db, borrowerId),
    looksAt(db, borrowerId),
  ])
  const today = indiaDayOf(now)
  return {
    items: [
      ...inOrder(kinds).map(each => itemOf(each, relationship, today)),
      ...records.map(recordItem),
    ],
    consents,
    looks,
    closesAccount: erasureOf('number', relationship, today) === 'at-once',
  }
}

/** Every consent, with the words of the page in the language in which they were read. */
export async function consentsOf(db: Queryable, borrowerId: string): Promise<Overview['consents']> {
  const ledger = await consentLedgerOf(db, borrowerId)
  return ledger.map(each => ({
    ...each,
    words: consentText(each.purpose, each.textVersion, each.language) ?? '',
  }))
}

function inOrder(kinds: readonly Held[]): readonly Held[] {
  return kinds.toSorted((a, b) => DATA_KINDS.indexOf(a.kind) - DATA_KINDS.indexOf(b.kind))
}

function itemOf({ kind, since, newest }: Held, relationship: Relationship, today: Day): Item {
  const keeping = keepingOf(kind, indiaDayOf(newest), relationship)
  const { because, until } = keeping
  const law = keeping.because === 'law' ? keeping.law : null
  return {
    kind,
    since,
    because,
    law,
    keptUntil: until ?? null,
    erasure: erasureOf(kind, relationship, today),
  }
}

function recordItem({ law, keptSince, keptUntil }: KeptRecord): Item {
  return {
    kind: 'record',
    since: keptSince,
    because: 'law',
    law,
    keptUntil,
    erasure: 'kept-by-law',
  }
}
