import type { ReactNode } from 'react'
import { messageOf, type usePages } from '#console/calls.ts'
import { useMay } from '#console/me.ts'
import { say } from '#console/words.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Type.tsx'

/** A read that failed, with a button to try again. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Banner tone="bad">
      <p>{messageOf(error)}</p>
      <Button kind="secondary" small onPress={onRetry}>
        {say('retry')}
      </Button>
    </Banner>
  )
}

type Pages = Pick<
  ReturnType<typeof usePages>,
  'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>

/** The button below a list that has more pages. */
export function MorePages({ of }: { of: Pages }) {
  return of.hasNextPage ? (
    <Button
      kind="secondary"
      pending={of.isFetchingNextPage}
      onPress={() => void of.fetchNextPage()}
    >
      {say('filter.more')}
    </Button>
  ) : null
}

/** The reason why the last act failed. */
export function Problem({ text }: { text: string | undefined }) {
  return text === undefined ? null : <Banner tone="bad">{text}</Banner>
}

/** The permission that a role lacks, in words. */
export function needs(permission: Permission): string {
  return say('needs', { permission: say(`permission.${permission}`) })
}

/** An act for those who may do it; the others read which permission it needs. */
export function Allowed({ by, children }: { by: Permission; children: ReactNode }) {
  const may = useMay()
  return may(by) ? children : <Note>{needs(by)}</Note>
}

/** The named figures of a page. */
export function Values({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="values">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
