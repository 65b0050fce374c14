import type { BrowserContextOptions, ViewportSize } from 'playwright-core'

/**
 * A kind of phone, whose owner wants less motion: no story waits for an animation. `os` is the header that the app derives from its user agent (specification §7).
 * Its screen is not dense: four times the pixels would take longer to draw, and show the same.
 */
export type Device = {
  name: string
  os: 'ios-h5' | 'android-h5'
  context: BrowserContextOptions & { viewport: ViewportSize }
}

export const iPhone: Device = {
  name: 'iPhone',
  os: 'ios-h5',
  context: {
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  },
}

export const androidPhone: Device = {
  name: 'Android phone',
  os: 'android-h5',
  context: {
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 640 },
    isMobile: true,
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  },
}

/** The screen of a member of staff. */
export const desktop: Device = {
  name: 'desktop',
  os: 'android-h5',
  context: { viewport: { width: 1280, height: 800 } },
}
