import { useSearchParams } from 'wouter'
import { useRead } from '#console/calls.ts'
import { Allowed, Failed } from '#console/parts.tsx'
import { say } from '#console/words.ts'
import { collection } from '#contract/staff/collection.ts'
import { COUNTED_MAX } from '#domain/lending/collection.ts'
import { OVERDUE_BUCKETS, type OverdueBucket } from '#domain/lending/days-past-due.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money, wholeNumber } from '#words/format.ts'

/** Overdue loans by days past due. The bucket and the page are in the address. */
export function Collections() {
  return (
    <>
      <h1>{say('nav.collections')}</h1>
      <Note>{say('collections.lead')}</Note>
      <Allowed by="collections:read">
        <Listed />
      </Allowed>
    </>
  )
}

function Listed() {
  const [search, setSearch] = useSearchParams()
  const choice = OVERDUE_BUCKETS.find(each => each === search.get('bucket'))
  const after = search.get('after') ?? undefined
  const list = useRead(collection.list, { bucket: choice, after })
  if (!list.data)
    return list.error ? (
      <Failed error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <p>{say('loading')}</p>
    )
  const { bucket, counts, items, next } = list.data
  const go = (to: OverdueBucket, place?: string) =>
    setSearch({ bucket: to, ...(place && { after: place }) })
  return (
    <>
      <div className="inline">
        <SelectField
          label={say('collections.bucket')}
          value={bucket}
          placeholder={null}
          onChange={value => go(value as OverdueBucket)}
          options={counts.map(each => ({ value: each.bucket, label: optionOf(each) }))}
        />
      </div>
      <Note>{say('collections.count')}</Note>
      {items.length === 0 && (
        <p>
          {say(counts.some(({ count }) => count > 0) ? 'collections.none' : 'collections.no-loan')}
        </p>
      )}
      <ul className="rows">
        {items.map(({ orderId, orderNo, daysPastDue, overdue, penal }) => (
          <li key={orderId} className="row">
            <strong>{say('collections.row', { orderNo, days: daysPastDue })}</strong>
            <p className="facts">
              <span>{say('collections.overdue', { amount: money(overdue) })}</span>
              <span>{say('collections.penal', { amount: money(penal) })}</span>
            </p>
            <div className="acts">
              <ButtonLink small to={`/collection/${orderId}`}>
                {say('collections.open')}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
      <div className="acts">
        {after !== undefined && (
          <Button kind="secondary" small onPress={() => go(bucket)}>
            {say('collections.first')}
          </Button>
        )}
        {next !== null && (
          <Button kind="secondary" small onPress={() => go(bucket, next)}>
            {say('collections.next')}
          </Button>
        )}
      </div>
    </>
  )
}

function optionOf({ bucket, count }: { bucket: OverdueBucket; count: number }): string {
  const days = say(`bucket.${bucket}`)
  const values = { days, count: wholeNumber(count) }
  return say(count < COUNTED_MAX ? 'collections.option' : 'collections.option.most', values)
}
