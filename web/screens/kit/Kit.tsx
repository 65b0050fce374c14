import { activateLanguage } from '#web/locales/i18n.ts'
import { useLanguage } from '#web/locales/useLanguage.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ActionBar, FloatButton, IconButton, TopBar } from '#web/ui/Frame.tsx'
import { addDrawings } from '#web/ui/Icon.tsx'
import { Body, Page, Row } from '#web/ui/Layout.tsx'
import { moreDrawings } from '#web/ui/more-drawings.tsx'
import { Note, Strong } from '#web/ui/Type.tsx'
import { LANGUAGES, type Language } from '#words/language.ts'
import { FieldSamples } from './FieldSamples.tsx'
import { MoneySamples } from './MoneySamples.tsx'
import { StateSamples } from './StateSamples.tsx'

addDrawings(moreDrawings)

function languageAfter(language: Language): Language {
  return LANGUAGES[LANGUAGES.indexOf(language) + 1] ?? 'en'
}

/**
 * The gallery: every component of the kit on one page. Only in development; its texts are samples.
 */
export function KitScreen() {
  const language = useLanguage()
  return (
    <Page>
      <TopBar
        title="Kit"
        back={paths.home()}
        aside={
          <IconButton
            icon="globe"
            label="Language"
            onPress={() => void activateLanguage(languageAfter(language))}
          />
        }
      />
      <Body>
        <FieldSamples />
        <StateSamples />
        <MoneySamples />
      </Body>
      <ActionBar>
        <Row between>
          <Note>
            Receive <Strong>₹4,882.00</Strong>
          </Note>
          <Note>
            Repay <Strong>₹5,198.19</Strong>
          </Note>
        </Row>
        <Button kind="main" wide>
          APPLY NOW
        </Button>
      </ActionBar>
      <FloatButton icon="feedback" label="Feedback" to={paths.home()} />
    </Page>
  )
}
