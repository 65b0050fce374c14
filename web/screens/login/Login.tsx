import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { messageOfFault } from '#web/api/faults.ts'
import { useSecondsLeft } from '#web/device/useSecondsLeft.ts'
import { currentLanguage, setLanguage, t } from '#web/locales/i18n.ts'
import { Text } from '#web/locales/Text.tsx'
import { useLanguage } from '#web/locales/useLanguage.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { Canopy, Wordmark } from '#web/ui/Frame.tsx'
import { Body, Foot, Form, Page, Stack } from '#web/ui/Layout.tsx'
import { PhoneField } from '#web/ui/TextField.tsx'
import { Hint, Note, Quiet } from '#web/ui/Type.tsx'
import { toast } from '#web/ui/toast.ts'
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '#words/language.ts'
import { sentMessage } from './entry.ts'
import styles from './Login.module.css'
import { useSignIn } from './useSignIn.ts'

/** Signs in with a mobile number and a code (spec §2, §4, §5). */
export function LoginScreen() {
  return (
    <Page>
      <Canopy seal tall>
        <div className={styles.top}>
          <Wordmark name={t('common.app')} />
          <LanguageChoice />
        </div>
        <div className={styles.head}>
          <h1>{t('login.head')}</h1>
          <Quiet>{t('login.lead')}</Quiet>
        </div>
      </Canopy>
      <SignIn />
      <Foot>
        <div data-demo>
          <Hint icon="info">{t('login.demo')}</Hint>
        </div>
      </Foot>
    </Page>
  )
}

/** A native list, so that the app finds a choice made before it started. */
function LanguageChoice() {
  const list = useRef<HTMLSelectElement>(null)
  const current = useLanguage()
  function choose() {
    const chosen = list.current?.value
    if (isLanguage(chosen) && chosen !== currentLanguage())
      setLanguage(chosen).catch(error => toast(messageOfFault(error), 'bad'))
  }
  useEffect(choose, [])
  return (
    <select
      ref={list}
      className={styles.language}
      aria-label={t('login.language')}
      autoComplete="off"
      value={current}
      onChange={choose}
    >
      {LANGUAGES.map(language => (
        <option key={language} value={language} lang={language}>
          {LANGUAGE_NAMES[language]}
        </option>
      ))}
    </select>
  )
}

function SignIn() {
  const phone = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [fields] = useState({ phone, code })
  const signIn = useSignIn(fields)
  return (
    <Form onSubmit={signIn.logIn} label={t('common.title.login')}>
      <Body spaced>
        <Stack gap="loose">
          <PhoneField
            ref={phone}
            name="phone"
            label={t('login.phone')}
            value={signIn.phone}
            onChange={signIn.setPhone}
            error={signIn.faultAt('phone')}
          />
          <CodeField
            ref={code}
            name="code"
            label={t('login.code')}
            length={signIn.digits}
            value={signIn.code}
            onChange={signIn.setCode}
            error={signIn.faultAt('code')}
            hint={signIn.sent && <span role="status">{t(...sentMessage(signIn.sent))}</span>}
            action={
              <AskButton
                resendAtMs={signIn.sent?.resendAtMs}
                pending={signIn.isAsking}
                onPress={signIn.askForCode}
              />
            }
          />
          <Checkbox
            name="agree"
            checked={signIn.isAgreed}
            onChange={signIn.setAgreed}
            error={signIn.faultAt('isAgreed')}
          >
            <Text id="login.agree" components={{ link: <Link href={paths.term()} /> }} />
          </Checkbox>
          <Stack>
            <Button
              kind="main"
              wide
              type="submit"
              disabled={signIn.missing.length > 0}
              describedBy="missing"
              pending={signIn.isLoggingIn}
            >
              {t('login.submit')}
            </Button>
            {signIn.missing.length > 0 && (
              <Note center id="missing">
                {t('login.missing', {
                  what: signIn.missing.map(name => t(name)).join(', '),
                })}
              </Note>
            )}
          </Stack>
          {signIn.PasskeyWay && (
            <signIn.PasskeyWay onSignedIn={signIn.enter} onStay={signIn.goOn} />
          )}
        </Stack>
      </Body>
    </Form>
  )
}

/** 'Get', then the seconds, then 'resend'. */
function AskButton(props: {
  resendAtMs: number | undefined
  pending: boolean
  onPress: () => void
}) {
  const seconds = useSecondsLeft(props.resendAtMs ?? 0)
  if (seconds > 0)
    return (
      <Button kind="secondary" disabled label={t('login.wait.label', { seconds })}>
        {t('login.wait', { seconds })}
      </Button>
    )
  return (
    <Button kind="secondary" pending={props.pending} onPress={props.onPress}>
      {props.resendAtMs === undefined ? t('login.get') : t('login.resend')}
    </Button>
  )
}
