import {
  type ContactAnswers,
  type ContactField,
  type ContactSlot,
  contactNameError,
  typedContactName,
} from '#domain/identity/contacts.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import { Section, Stack } from '#web/ui/Layout.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { PhoneField, TextField } from '#web/ui/TextField.tsx'
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
  const nameError = contactNameError(slot, entry[slot.name] ?? '')
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
          normalise={typedContactName}
          onChange={name => onAnswer(slot.name, name)}
          error={errorOf(slot.name) ?? (nameError && inWords('answer', nameError))}
        />
        <PhoneField
          label={t('verify.contact.phone')}
          name={slot.mobile}
          autoComplete="off"
          value={entry[slot.mobile] ?? ''}
          onChange={phone => onAnswer(slot.mobile, phone)}
          error={errorOf(slot.mobile)}
        />
      </Stack>
    </Section>
  )
}
