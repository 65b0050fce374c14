import { expect, test } from 'vitest'
import {
  DISMISSED_FOR_DAYS,
  dismissInstall,
  type InstallFacts,
  type InstallWay,
  installWayOf,
  isInstallDismissed,
} from '#web/device/install.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const inAnotherApp = iphone.replace(' Safari/604.1', '')
const ipad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const browser: InstallFacts = {
  userAgent: chrome,
  touchPoints: 5,
  isInstalled: false,
  hasPrompt: false,
  isInNativeShell: false,
}

test.each<[what: string, facts: Partial<InstallFacts>, way: InstallWay]>([
  ['an iPhone', { userAgent: iphone }, 'share-sheet'],
  ['an iPhone with the app on its home screen', { userAgent: iphone, isInstalled: true }, 'none'],
  ['a page inside another app on an iPhone', { userAgent: inAnotherApp }, 'none'],
  ['an iPad, which calls itself a Mac', { userAgent: ipad }, 'share-sheet'],
  ['a Mac', { userAgent: ipad, touchPoints: 0 }, 'none'],
  ['Android with a prompt', { hasPrompt: true }, 'prompt'],
  ['Android without one: it is installed, or cannot be', {}, 'none'],
  ['Firefox on Android', { userAgent: firefox }, 'menu'],
  ['our own native app', { hasPrompt: true, isInNativeShell: true }, 'none'],
])('%s', (_what, facts, way) => {
  expect(installWayOf({ ...browser, ...facts })).toBe(way)
})

test('a closed guide stays closed for a month and no longer', () => {
  const closed = new Date('2026-11-01T10:00:00Z')
  const after = (days: number) => new Date(closed.getTime() + days * 86_400_000)
  expect(isInstallDismissed(closed)).toBe(false)
  dismissInstall(closed)
  expect(isInstallDismissed(after(DISMISSED_FOR_DAYS - 1))).toBe(true)
  expect(isInstallDismissed(after(DISMISSED_FOR_DAYS))).toBe(false)
})
