export type FaceUnclear = 'no-face' | 'several-faces' | 'too-small' | 'too-dark' | 'unreadable'

/** `score` runs from 0 to 1 and says how sure the provider is; it is kept for the record and never decides alone. */
export type FaceCheck =
  | { readonly state: 'one-face'; readonly score: number }
  | { readonly state: 'unclear'; readonly reason: FaceUnclear }

/** Looks for one clear face in a picture (JPEG, PNG or WebP bytes). Throws only when the provider could not be asked. */
export type FacePort = {
  check(image: Uint8Array): Promise<FaceCheck>
}
