import type { Likeness } from '#domain/identity/face.ts'

export type FaceUnclear = 'no-face' | 'several-faces' | 'too-small' | 'too-dark' | 'unreadable'

/** The uploaded pictures: JPEG, PNG or WebP bytes. */
export type FacePictures = {
  readonly face: Uint8Array
  /** The same face with its eyes closed, a moment before, where the borrower blinked. */
  readonly closed?: Uint8Array | undefined
  /** The documents that show their holder's face, where the identity rests on them. */
  readonly documents: readonly Uint8Array[]
}

/**
 * The result of a check. Numbers run from 0 to 1. `score` says how sure the provider is that this
 * is a face; `signals` are its other measurements: both are stored for the record and decide
 * nothing.
 */
export type FaceCheck =
  | {
      readonly state: 'one-face'
      readonly score: number
      /** True if a living person is before the camera, as far as this provider can show it. */
      readonly isLivenessShown: boolean
      /** The lowest over the documents. */
      readonly likeness: Likeness
      readonly signals: Readonly<Record<string, number>>
    }
  | { readonly state: 'unclear'; readonly reason: FaceUnclear }

/** Too many pictures are checked, or the check takes too long: the same picture can be sent again. */
export type FaceBusy = { readonly state: 'busy'; readonly waitSeconds: number }

export type FacePort = {
  /** True if the borrower is asked to blink before this camera: then the check needs `closed`. */
  readonly asksForBlink: boolean
  /** Loads the models for the first check, and returns at once; missing where nothing has to be loaded. */
  prepare?(): void
  /**
   * Looks for one clear face, alive and like the documents. Throws only when the provider could not
   * be asked.
   */
  check(pictures: FacePictures): Promise<FaceCheck | FaceBusy>
}
