import { dayAndTime } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Card, Item } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Layout.tsx'
import { Note } from '#web/ui/Type.tsx'
import { lookPartWords, lookWhyWords, type Overview, roleWords } from './words.ts'

/** The looks of the lender's people at the borrower's data: when, in which role, and why. */
export function Looks({ looks }: { looks: Overview['looks'] }) {
  return (
    <Section title={t('data.looks')}>
      <Note>{t(looks.length === 0 ? 'data.looks.none' : 'data.looks.lead')}</Note>
      {looks.length > 0 && (
        <Card as="div" flush>
          {looks.map(({ at, role, part, why, count }) => (
            <Item
              key={`${at.getTime()} ${part} ${role} ${why}`}
              title={t(lookPartWords[part])}
              note={[
                t(lookWhyWords[why]),
                `${t(roleWords[role])}, ${dayAndTime(at)}`,
                ...(count > 1 ? [t('data.looks.times', { count })] : []),
              ].join(' · ')}
            />
          ))}
        </Card>
      )}
    </Section>
  )
}
