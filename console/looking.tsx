/**
 * A look at a person begins with its reason; the last chosen reason is preset on the next page of the
 * case.
 */
import { type ReactNode, useState } from 'react'
import { useAct } from '#console/calls.ts'
import { Allowed, Problem } from '#console/parts.tsx'
import { say } from '#console/words.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { LOOK_WHYS, type LookWhy } from '#domain/staff/look.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'

let lastWhy: LookWhy | undefined

/** The chosen reason, preset to the last one of this tab, or else to the usual one. */
export function useWhy(usual?: LookWhy): [LookWhy | undefined, (why: LookWhy) => void] {
  const [why, setWhy] = useState(lastWhy ?? usual)
  return [
    why,
    each => {
      lastWhy = each
      setWhy(each)
    },
  ]
}

/** The list of reasons. */
export function WhyField(props: { why: LookWhy | undefined; onChange: (why: LookWhy) => void }) {
  return (
    <SelectField
      label={say('open.why')}
      hint={say('open.note')}
      value={props.why ?? ''}
      onChange={value => props.onChange(value as LookWhy)}
      options={LOOK_WHYS.map(each => ({ value: each, label: say(`look.${each}`) }))}
    />
  )
}

/**
 * A page of a person: asks for the reason, opens it, and shows it. `again` reads it once more after an
 * act, which is the same look.
 */
export function Opening<E extends Endpoint>(props: {
  title: string
  call: E
  by: Permission
  /** The preset reason of this page. */
  usual?: LookWhy
  input: (why: LookWhy, again: boolean) => Input<E>
  children: (opened: Output<E>, why: LookWhy, again: () => Promise<void>) => ReactNode
}) {
  const { act, isPending, problem } = useAct()
  const [why, setWhy] = useWhy(props.usual)
  const [page, setPage] = useState<{ data: Output<E>; why: LookWhy }>()
  async function open(reason: LookWhy, again = false) {
    const answer = await act(props.call, props.input(reason, again))
    if (!answer) return
    setPage({ data: answer.data, why: reason })
    // The form that had the focus is gone.
    if (!again) document.querySelector('main')?.focus()
  }
  if (page) return props.children(page.data, page.why, () => open(page.why, true))
  return (
    <>
      <h1>{props.title}</h1>
      <Allowed by={props.by}>
        <form
          className="inline"
          onSubmit={event => {
            event.preventDefault()
            if (why) void open(why)
          }}
        >
          <WhyField why={why} onChange={setWhy} />
          <Problem text={problem} />
          <Button type="submit" disabled={!why} pending={isPending}>
            {say('open.act')}
          </Button>
        </form>
      </Allowed>
    </>
  )
}

/** A masked value, and the button that reveals it. */
export function Masked(props: {
  part: 'name' | 'phone'
  masked: string
  reveal: (
    act: ReturnType<typeof useAct>['act'],
  ) => Promise<{ data: { value: string } } | undefined>
}) {
  const { act, isPending, problem } = useAct()
  const [value, setValue] = useState<string>()
  const name = say(`masked.${props.part}`)
  async function reveal() {
    setValue((await props.reveal(act))?.data.value)
  }
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value ?? props.masked}
        {value === undefined && (
          <Allowed by="borrowers:reveal">
            <Button kind="quiet" small pending={isPending} onPress={() => void reveal()}>
              {say('reveal', { what: name })}
            </Button>
          </Allowed>
        )}
        <Problem text={problem} />
      </dd>
    </div>
  )
}
