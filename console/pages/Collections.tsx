import { useSearchParams } from 'wouter'
import { useRead } from '#console/calls.ts'
import { Allowed, Failed } from '#console/parts.tsx'
import { say } from '#console/words.ts'
import { collection } from '#contract/staff/collection.ts'
import { BUCKET_NAMES, type Bucket } from '#domain/lending/collection.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'

/** Overdue loans by days past due. The bucket and the page stand in the address. */
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
  const bucket = BUCKET_NAMES.find(each => each === search.get('bucket')) ?? '1-30'
  const after = search.get('after') ?? undefined
  const list = useRead(collection.list, { bucket, after })
  const go = (to: Bucket, place?: string) =>
    setSearch({ bucket: to, ...(place && { after: place }) })
  return (
    <>
      <div className="inline">
        <SelectField
          label={say('collections.bucket')}
          value={bucket}
          placeholder={null}
          onChange={value => go(value as Bucket)}
          options={BUCKET_NAMES.map(each => ({ value: each, label: say(`bucket.${each}`) }))}
        />
      </div>
      {list.error && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 && <p>{say('collections.none')}</p>}
      <ul className="rows">
        {list.data?.items.map(({ orderId, orderNo, daysPastDue, overdue, penal }) => (
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
        {list.data?.next && (
          <Button kind="secondary" small onPress={() => go(bucket, list.data.next ?? undefined)}>
            {say('collections.next')}
          </Button>
        )}
      </div>
    </>
  )
}
