import type { Paise } from '#domain/money.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Note, TextLink } from '#web/ui/Type.tsx'
import { moneyWhole } from '#words/format.ts'

/** In place of applying: names the borrower's own limit, and links to their limits. */
export function HeldBack({ why }: { why: string | null }) {
  return (
    <ActionBar>
      <ButtonLink kind="secondary" wide to={paths.limits()}>
        {t('loan.own-limits')}
      </ButtonLink>
      <Note center>{why}</Note>
    </ActionBar>
  )
}

/** The borrower's own ceiling, if it leaves out amounts, as a link to their limits. */
export function OwnCeiling({ ceiling }: { ceiling: Paise | null }) {
  if (ceiling === null) return null
  return (
    <TextLink to={paths.limits()}>
      {t('loan.own-ceiling', { ceiling: moneyWhole(ceiling) })}
    </TextLink>
  )
}
