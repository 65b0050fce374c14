import { useEffect, useState } from 'react'
import type { Result } from '#contract/client.ts'
import type { Output } from '#contract/endpoint.ts'
import { loanDocument } from '#contract/loan-document.ts'
import { readDocumentCode, spacedDocumentCode } from '#domain/lending/document-code.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { documentKindWords } from '#web/loan/DocumentItems.tsx'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Form, Page, Stack } from '#web/ui/Layout.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money } from '#words/format.ts'

type Answer = Result<Output<typeof loanDocument.verify>>

/**
 * Verifies a document by its code, typed or behind `#` in the address, where no server or log sees
 * it. For everybody (our addition).
 */
export function VerifyDocumentScreen() {
  const [code, setCode] = useState(codeOfAddress)
  const { check, answer, isPending, isMalformed } = useChecking()
  // The code of a link is checked at once.
  const [linkCode] = useState(code)
  useEffect(() => {
    if (linkCode !== '') void check(linkCode)
  }, [linkCode, check])

  return (
    <Page>
      <TopBar title={t('orders.document.verify.title')} />
      <Body>
        <Form onSubmit={() => void check(code)}>
          <Stack gap="loose">
            <Note>{t('orders.document.verify.text')}</Note>
            <TextField
              label={t('orders.document.verify.code')}
              value={code}
              onChange={setCode}
              normalise={text => text.toUpperCase()}
              maxLength={CODE_FIELD_CHARS}
              error={isMalformed ? t('orders.document.verify.malformed') : undefined}
            />
            <Button type="submit" kind="main" wide pending={isPending}>
              {t('orders.document.verify.do')}
            </Button>
          </Stack>
        </Form>
        <div role="status">{answer && !isMalformed && <Verification answer={answer} />}</div>
      </Body>
    </Page>
  )
}

/** Sixteen characters, their dashes, and some room for spaces. */
const CODE_FIELD_CHARS = 30

function useChecking() {
  const { run, isPending } = useAction(loanDocument.verify)
  const [answer, setAnswer] = useState<Answer>()
  const [isMalformed, setMalformed] = useState(false)
  const [check] = useState(() => async (typed: string) => {
    const code = readDocumentCode(typed)
    setMalformed(code === undefined)
    setAnswer(undefined)
    if (code !== undefined) setAnswer(await run({ code }))
  })
  return { check, answer, isPending, isMalformed }
}

function Verification({ answer }: { answer: Answer }) {
  if (!answer.ok) return <Banner tone="bad">{messageOf(answer)}</Banner>
  const { document } = answer.data
  if (!document) return <Banner tone="bad">{t('orders.document.verify.unknown')}</Banner>
  const { kind, lender, orderNo, issuedOn, amount, withdrawnOn } = document
  return (
    <Stack>
      {withdrawnOn ? (
        <Banner tone="warn">
          {t('orders.document.verify.withdrawn', { day: day(withdrawnOn) })}
        </Banner>
      ) : (
        <Banner tone="good" title={t('orders.document.verify.genuine')}>
          {t('orders.document.verify.compare')}
        </Banner>
      )}
      <Card>
        <KeyValues
          rows={[
            { label: t('orders.document.verify.kind'), value: t(documentKindWords[kind]) },
            { label: t('orders.document.verify.lender'), value: lender },
            { label: t('orders.document.verify.day'), value: day(issuedOn) },
            { label: t('orders.document.verify.order'), value: orderNo },
            amount !== null && { label: t('orders.document.verify.amount'), value: money(amount) },
          ]}
        />
      </Card>
    </Stack>
  )
}

function codeOfAddress(): string {
  const fragment = decoded(location.hash.slice(1))
  const code = readDocumentCode(fragment)
  return code === undefined ? fragment : spacedDocumentCode(code)
}

/** The text itself if it cannot be decoded, as of a link that was cut off within a code. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
