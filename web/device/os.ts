/** Which of the specification's two clients this is (specification §7): ios-h5 for iPhone or Mac OS X, else android-h5. */
export function clientOs(userAgent: string = navigator.userAgent): 'ios-h5' | 'android-h5' {
  return /iPhone|Mac OS X/.test(userAgent) ? 'ios-h5' : 'android-h5'
}
