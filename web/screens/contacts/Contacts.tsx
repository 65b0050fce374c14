import type { Output } from '#contract/endpoint.ts'
import { verify } from '#contract/verify.ts'
import {
  CONTACT_SLOTS,
  type ContactField,
  type ContactReason,
  missingContactValues,
  readContacts,
} from '#domain/identity/contacts.ts'
import { isMobileNumber, type MobileNumber } from '#domain/phone.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { ConsentHint } from '#web/consent/ConsentHint.tsx'
import { storedPhone } from '#web/device/credentials.ts'
import { usePersonalDraft } from '#web/device/usePersonalDraft.ts'
import { t } from '#web/locales/i18n.ts'
import { fieldTexts } from '#web/locales/in-words.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Body, Form, Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { Hint } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { FormBones } from '#web/verify/FormBones.tsx'
import { answersMissing } from '#web/verify/missing.ts'
import { AnswerProblems, ProblemBanner } from '#web/verify/ProblemBanner.tsx'
import { StepPage } from '#web/verify/StepPage.tsx'
import { type FieldErrors, useFieldErrors } from '#web/verify/useFieldErrors.ts'
import { useStepDone } from '#web/verify/useStepDone.ts'
import { ContactFields } from './ContactFields.tsx'

type ContactAnswers = NonNullable<Output<typeof verify.contacts>>
type Entry = Omit<ContactAnswers, 'declined'>

const nobody: ContactAnswers = {
  declined: [],
  oneName: '',
  oneMobile: '',
  oneRelation: '',
  twoName: '',
  twoMobile: '',
  twoRelation: '',
  thirdName: '',
  thirdMobile: '',
  thirdRelation: '',
}

/** Three people who know the borrower, typed by hand (specification §2, §5). */
export function ContactsScreen() {
  const contacts = useCall(verify.contacts, {})
  // An empty list is an answer too, but Loadable waits while there is no data.
  const query = {
    ...contacts,
    data: contacts.data === undefined ? undefined : (contacts.data ?? nobody),
  }
  return (
    <StepPage step="contacts">
      <Loadable query={query} skeleton={<FormBones />} messageOf={messageOfError}>
        {({ declined, ...entry }) => (
          <ContactsForm saved={entry} hasDeclined={declined.length > 0} />
        )}
      </Loadable>
    </StepPage>
  )
}

function ContactsForm({ saved, hasDeclined }: { saved: Entry; hasDeclined: boolean }) {
  const [entry, change, forget] = usePersonalDraft<Entry>('contacts', saved)
  const errors = useFieldErrors()
  const goOn = useStepDone()
  const { run, isPending } = useAction(verify.saveContacts)

  function answer(field: ContactField, value: string) {
    change({ [field]: value })
    errors.changed(field)
  }

  async function submit() {
    const reading = readContacts(entry, ownNumber())
    if ('errors' in reading) return errors.show(fieldTexts(reading.errors))
    errors.show([])
    const result = await run(entry)
    if (!result) return
    if (result.ok) {
      forget()
      goOn()
    } else if (result.errorColumn.length > 0) errors.show(fieldTexts(result.errorColumn))
    else toast(messageOf(result), 'bad')
  }

  return (
    <Form onSubmit={() => void submit()} label={t('common.title.contacts')}>
      <Body spaced>
        <ContactProblems errors={errors} />
        {hasDeclined && <Banner tone="warn">{t('verify.contacts.declined')}</Banner>}
        <Stack>
          <p>{t('verify.contacts.why')}</p>
          <p>{t('verify.contacts.told')}</p>
          <Hint icon="shield">{t('verify.contacts.promise')}</Hint>
        </Stack>
        {CONTACT_SLOTS.map(slot => (
          <ContactFields
            key={slot.name}
            slot={slot}
            entry={entry}
            errorOf={column => errorOf(errors, column)}
            onAnswer={answer}
          />
        ))}
        <ConsentHint purpose="contacts" />
      </Body>
      <ActionBar>
        <MainButton
          type="submit"
          pending={isPending}
          missing={answersMissing(missingContactValues(entry))}
        >
          {t('verify.next')}
        </MainButton>
      </ActionBar>
    </Form>
  )
}

const INCOMPLETE = 'contacts-incomplete' satisfies ContactReason

/**
 * The message that the answers are incomplete is shown alone, since it belongs to no single field
 * (specification §5).
 */
function ContactProblems({ errors }: { errors: FieldErrors }) {
  const [first] = errors.open
  if (first?.reason === INCOMPLETE)
    return <ProblemBanner answerTo={errors.shown}>{first.msg}</ProblemBanner>
  return <AnswerProblems errors={errors} />
}

function errorOf({ open }: FieldErrors, column: string): string | undefined {
  return open.find(error => error.column === column && error.reason !== INCOMPLETE)?.msg
}

/**
 * Returns the borrower's own number, which may not be a contact's. If this device does not have it,
 * the server still checks.
 */
function ownNumber(): MobileNumber {
  const phone = storedPhone() ?? ''
  return isMobileNumber(phone) ? phone : ('' as MobileNumber)
}
