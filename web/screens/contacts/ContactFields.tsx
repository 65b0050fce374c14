import {
  type ContactAnswers,
  type ContactField,
  type ContactSlot,
  contactNameChars,
  contactPhoneDigits,
} from '#domain/identity/contacts.ts'
import { COUNTRY_CODE } from '#domain/limits.ts'
import { t } from '#web/locales/i18n.ts'
import { Section, Stack } from '#web/ui/Layout.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { relationNames, slotTitles } from './relations.ts'

type ContactFieldsProps = {
  slot: ContactSlot
  entry: ContactAnswers
  errorOf: (column: string) => string | undefined
  onAnswer: (field: ContactField, value: string) => void
}

/** One contact: the relation to the borrower, the name, the number. */
export function ContactFields({ slot, entry, errorOf, onAnswer }: ContactFieldsProps) {
  const relations = Object.entries(relationNames[slot.name]).map(([value, id]) => ({
    value,
    label: t(id),
  }))
  return (
    <Section title={t(slotTitles[slot.name])}>
      <Stack gap="loose">
        <SelectField
          label={t('verify.contact.relation')}
          name={slot.relation}
          value={entry[slot.relation] ?? ''}
          options={relations}
          onChange={code => onAnswer(slot.relation, code)}
          error={errorOf(slot.relation)}
        />
        <TextField
          label={t('verify.contact.name')}
          name={slot.name}
          value={entry[slot.name] ?? ''}
          normalise={contactNameChars}
          onChange={name => onAnswer(slot.name, name)}
          error={errorOf(slot.name)}
        />
        <TextField
          label={t('verify.contact.phone')}
          name={slot.mobile}
          prefix={`+${COUNTRY_CODE}`}
          inputMode="numeric"
          value={entry[slot.mobile] ?? ''}
          normalise={contactPhoneDigits}
          onChange={phone => onAnswer(slot.mobile, phone)}
          error={errorOf(slot.mobile)}
        />
      </Stack>
    </Section>
  )
}
