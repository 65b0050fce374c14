import { isInNativeShell } from '#web/device/in-native-shell.ts'
import { hasInstallPrompt, takeInstallPrompt } from '#web/device/install-prompt.ts'
import { readStored, writeStored } from '#web/device/storage.ts'

/**
 * How the app can be added to the home screen here: by the browser's own prompt, by the steps of an
 * iPhone's Share sheet, by the menu of a browser without a prompt; or not at all, or already done.
 */
export type InstallWay = 'prompt' | 'share-sheet' | 'menu' | 'none'

const DISMISSED_AT = 'install-dismissed-at'
/** The number of days for which a closed guide stays closed (regulation C23: no nagging). */
export const DISMISSED_FOR_DAYS = 30
const MS_PER_DAY = 86_400_000

/** The browser facts that determine how to install. */
export type InstallFacts = {
  readonly userAgent: string
  readonly touchPoints: number
  readonly isInstalled: boolean
  readonly hasPrompt: boolean
  readonly isInNativeShell: boolean
}

/**
 * How to install (spec §2, §4). There is no way in a native app's page, which is installed already.
 */
export function installWayOf(facts: InstallFacts): InstallWay {
  const { userAgent, touchPoints } = facts
  if (facts.isInstalled || facts.isInNativeShell) return 'none'
  if (facts.hasPrompt) return 'prompt'
  // An iPad identifies itself as a Mac, but no Mac has a touch screen.
  const isApple =
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  // A page inside another app is not Safari, and its Share sheet cannot add to the home screen.
  if (isApple) return /Safari\//.test(userAgent) ? 'share-sheet' : 'none'
  return /Android/.test(userAgent) && /Firefox\//.test(userAgent) ? 'menu' : 'none'
}

/** The way to install the app on this phone now. */
export function installWay(): InstallWay {
  return installWayOf({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isInstalled: isInstalled(),
    hasPrompt: hasInstallPrompt(),
    isInNativeShell: isInNativeShell(),
  })
}

export function isInstalled(): boolean {
  const isOnAppleHomeScreen = 'standalone' in navigator && navigator.standalone === true
  return isOnAppleHomeScreen || matchMedia('(display-mode: standalone)').matches
}

/** Shows the browser's prompt, and returns whether it was accepted. */
export async function askToInstall(): Promise<boolean> {
  const prompt = takeInstallPrompt()
  if (!prompt) return false
  await prompt.prompt()
  return (await prompt.userChoice).outcome === 'accepted'
}

export function dismissInstall(now: Date): void {
  writeStored(DISMISSED_AT, String(now.getTime()))
}

export function isInstallDismissed(now: Date): boolean {
  const at = Number(readStored(DISMISSED_AT) ?? Number.NaN)
  return now.getTime() - at < DISMISSED_FOR_DAYS * MS_PER_DAY
}
