import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { redirectTarget } from '#domain/redirect.ts'
import { messageOf } from '#web/api/failures.ts'
import { tokenOfAddress } from '#web/device/address-token.ts'
import { enterFromApp, type NativeEntry } from '#web/device/native-login.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Bone, Skeleton } from '#web/ui/Skeleton.tsx'

type Stay = Extract<NativeEntry, { entered: false }>['why']

/**
 * The first page of a native app (spec §2, product §8): signs its page in, and continues to
 * `redirect` or home.
 */
export function JointScreen() {
  const [stay, setStay] = useState<Stay>()
  const [isEntering, setEntering] = useState(true)
  const [query] = useSearchParams()
  const [, navigate] = useLocation()
  const target = redirectTarget(query.get('redirect'))
  const hasBegun = useRef(false)

  async function enter() {
    setEntering(true)
    const entry = await enterFromApp(tokenOfAddress())
    setEntering(false)
    if (entry.entered) navigate(target, { replace: true })
    else setStay(entry.why)
  }

  useEffect(() => {
    // Once, because the code in the address can be used only once.
    if (hasBegun.current) return
    hasBegun.current = true
    void enter()
  })

  return (
    <Page>
      <TopBar title={stay === 'outside' ? t('common.title.login') : t('device.joint.title')} />
      <Body>
        {stay === undefined ? (
          <Skeleton>
            <Bone shape="card" />
          </Skeleton>
        ) : (
          <Refused why={stay} target={target} isTrying={isEntering} onRetry={() => void enter()} />
        )}
      </Body>
    </Page>
  )
}

function Refused(props: { why: Stay; target: string; isTrying: boolean; onRetry: () => void }) {
  const { why } = props
  if (why === 'outside')
    return (
      <Empty
        art="denied"
        action={
          <ButtonLink to={paths.login({ redirect: props.target })}>
            {t('device.joint.phone')}
          </ButtonLink>
        }
      >
        {t('device.joint.outside')}
      </Empty>
    )
  return (
    <div role="alert">
      <Empty
        art="error"
        action={
          <Button kind="secondary" icon="refresh" pending={props.isTrying} onPress={props.onRetry}>
            {t('ui.retry')}
          </Button>
        }
      >
        {why === 'no-answer' ? t('device.joint.failed') : messageOf(why)}
      </Empty>
    </div>
  )
}
