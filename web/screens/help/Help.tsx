import { content } from '#contract/content.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card, Item } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Section } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { OutsideItem } from '#web/ui/OutsideItem.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'

/**
 * Questions and answers, the first one open, and the contacts for all other questions (spec §2).
 */
export function HelpScreen() {
  const faq = useCall(content.faq, {})
  return (
    <Page>
      <TopBar title={t('common.title.help')} back={paths.account()} />
      <Body>
        <Loadable
          query={faq}
          skeleton={<Bones count={8} shape="row" />}
          messageOf={messageOfError}
          isEmpty={items => items.length === 0}
          empty={<NoQuestions />}
        >
          {items => (
            <Card flush>
              {items.map((item, index) => (
                <Fold key={item.title + item.content} title={item.title} open={index === 0}>
                  <p>{item.content}</p>
                </Fold>
              ))}
            </Card>
          )}
        </Loadable>
        <Card as="div" flush>
          <Item icon="compare" title={t('common.title.compare')} to={paths.compare()} />
        </Card>
        <Contact />
      </Body>
    </Page>
  )
}

function NoQuestions() {
  return (
    <Empty
      art="search"
      action={
        <ButtonLink kind="secondary" to={paths.feedback()}>
          {t('content.help.feedback')}
        </ButtonLink>
      }
    >
      {t('content.help.empty')}
    </Empty>
  )
}

/** Customer care's phone number and address, if configured; feedback works in any case. */
function Contact() {
  const { data } = useCall(content.config, {})
  const phone = data?.customer.phone ?? ''
  const email = data?.customer.email ?? ''
  return (
    <Section title={t('content.help.contact')}>
      <Card as="div" flush>
        <Item icon="feedback" title={t('content.help.write')} to={paths.feedback()} />
        {phone !== '' && (
          <OutsideItem
            icon="call"
            title={t('content.help.call')}
            note={phone}
            href={`tel:${phone.replace(/\s/g, '')}`}
          />
        )}
        {email !== '' && (
          <OutsideItem
            icon="mail"
            title={t('content.help.mail')}
            note={email}
            href={`mailto:${email}`}
          />
        )}
      </Card>
    </Section>
  )
}
