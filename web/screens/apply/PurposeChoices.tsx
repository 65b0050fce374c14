import { t } from '#web/locales/i18n.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import { Choices } from '#web/ui/Toggle.tsx'
import type { MessageId } from '#words/catalogues.ts'

/** The six purposes of specification §2, in its order. */
const purposes = [
  { value: 'shopping', name: 'apply.purpose.shopping', icon: 'shopping' },
  { value: 'medical', name: 'apply.purpose.medical', icon: 'medical' },
  { value: 'education', name: 'apply.purpose.education', icon: 'education' },
  { value: 'tourism', name: 'apply.purpose.tourism', icon: 'place' },
  { value: 'living', name: 'apply.purpose.living', icon: 'home' },
  { value: 'vehicle', name: 'apply.purpose.vehicle', icon: 'vehicle' },
] as const satisfies { value: string; name: MessageId; icon: IconName }[]

export type Purpose = (typeof purposes)[number]['value']

export function PurposeChoices(props: {
  value: Purpose | ''
  onChange: (purpose: Purpose) => void
  error: string | undefined
}) {
  return (
    <div id="purpose">
      <Choices
        legend={t('apply.purpose')}
        name="loanPurpose"
        value={props.value}
        onChange={chosen => {
          const purpose = purposes.find(({ value }) => value === chosen)
          if (purpose) props.onChange(purpose.value)
        }}
        options={purposes.map(({ value, name, icon }) => ({ value, label: t(name), icon }))}
        error={props.error}
      />
    </div>
  )
}
