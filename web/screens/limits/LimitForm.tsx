import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Result } from '#contract/client.ts'
import type { Output } from '#contract/endpoint.ts'
import type { ownLimits } from '#contract/own-limits.ts'
import { messageOf } from '#web/api/failures.ts'
import { t } from '#web/locales/i18n.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Section, Stack } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { type Option, SelectField } from '#web/ui/SelectField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'

export type LimitState = Output<typeof ownLimits.state>
type SaveResult = Promise<Result<LimitState> | undefined>

type Props = {
  title: string
  /** The limit in force, in words. */
  now: string
  /** The limit that waits, in words, if the page does not state it elsewhere. */
  later?: string | undefined
  label: string
  /** The present choice. */
  value: string
  options: readonly Option[]
  /** The limit that waits, in words, if a choice does not take effect at once. */
  waits: (choice: string) => string | undefined
  /** The label of the button that withdraws the waiting limit; undefined if none waits. */
  keep: string | undefined
  saveText: string
  pending: boolean
  save: (choice: string) => SaveResult
}

/** One limit: the present one, the waiting one, and another choice with its day. */
export function LimitForm(props: Props) {
  const { value, pending } = props
  const [choice, setChoice] = useState(value)
  const queries = useQueryClient()

  async function save(wish: string) {
    const result = await props.save(wish)
    if (!result) return
    if (result.ok) {
      toast(t('account.limits.saved'), 'good')
      setChoice(props.waits(wish) === undefined ? wish : value)
    } else toast(messageOf(result), 'bad')
    await queries.invalidateQueries()
  }

  return (
    <Section title={props.title}>
      <Stack>
        <p>{props.now}</p>
        {props.later !== undefined && <Banner title={props.later} />}
        {props.keep !== undefined && (
          <Button kind="secondary" pending={pending} onPress={() => void save(value)}>
            {props.keep}
          </Button>
        )}
        <SelectField
          label={props.label}
          placeholder={null}
          value={choice}
          onChange={setChoice}
          options={props.options}
        />
        {choice !== value && <Note>{props.waits(choice) ?? t('account.limits.at-once')}</Note>}
        <MainButton
          kind="secondary"
          pending={pending}
          missing={choice === value ? t('account.limits.unchanged') : undefined}
          onPress={() =>
            choice === value ? toast(t('account.limits.unchanged')) : void save(choice)
          }
        >
          {props.saveText}
        </MainButton>
      </Stack>
    </Section>
  )
}
