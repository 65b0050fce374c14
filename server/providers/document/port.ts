import type { Day } from '#domain/day.ts'
import type { AadhaarNumber, PersonalPan } from '#domain/identity/identity.ts'
import type { CleanPicture } from '#server/platform/files/re-encode.ts'

/**
 * A value that was read, and its certainty from 0 to 1. No certainty replaces the borrower's own
 * confirmation.
 */
export type Read<T> = { readonly value: T; readonly certainty: number }

/** An area of the picture: its four corners in order, in pixels. */
export type Area = readonly { readonly x: number; readonly y: number }[]

/**
 * Everything but the number may be missing. The number has a right check digit, and is never a
 * guess.
 */
export type AadhaarFront = {
  readonly number: Read<AadhaarNumber>
  readonly name?: Read<string>
  /** Also absent where the card has a year only. */
  readonly dob?: Read<Day>
  readonly gender?: Read<'female' | 'male' | 'other'>
  /**
   * The place of the first eight digits; without it the picture is not stored, because it could not
   * be masked (product §9).
   */
  readonly firstEightAt?: readonly Area[]
}

export type PanCard = {
  readonly number: Read<PersonalPan>
  readonly name?: Read<string>
  readonly dob?: Read<Day>
}

export type CardReading<Card> =
  | { readonly state: 'read'; readonly card: Card }
  /**
   * `not-legible`: it may well be that card, but its number cannot be read. `interrupted`: the
   * reader was closed before the reading ended.
   */
  | {
      readonly state: 'unclear'
      readonly reason: 'not-legible' | 'not-this-card' | 'interrupted'
    }

/** Either the reading has started, or there is no room: then when to try again. */
export type StartedReading<Card> =
  | { readonly state: 'started'; readonly reading: Promise<CardReading<Card>> }
  | { readonly state: 'busy'; readonly waitSeconds: number }

/** Called with the progress of the reading, from 0 to 100. */
export type OnProgress = (percent: number) => void

/**
 * Reads the front of an Aadhaar card and a PAN card from a photograph, which may be rotated, small
 * or badly lit. Answers at once whether it has room; the reading itself may take seconds, and
 * rejects only when the provider could not be reached.
 */
export type DocumentPort = {
  readAadhaarFront(picture: CleanPicture, onProgress: OnProgress): StartedReading<AadhaarFront>
  readPanCard(picture: CleanPicture, onProgress: OnProgress): StartedReading<PanCard>
  /** Interrupts current readings: they end as `interrupted`. */
  close(): Promise<void>
}
