import type { Survivor } from './survivor.ts'

/** The changes of `domain/identity/` that survive its tests. */
export const survivorsOfIdentity: readonly Survivor[] = [
  {
    file: 'domain/identity/aadhaar-qr.ts',
    reason: 'Digits have pairs, and a code has texts: the default is there for the compiler.',
    changes: [
      'return Uint8Array.from((hex.length % 2 === 0 ? hex : `0${hex}`).match(/../g) ?? [], byte => → return Uint8Array.from((hex.length % 2 === 0 ? hex : `0${hex}`).match(/../g) ?? ["Stryker was here"], byte =>',
      'const isNewer = /^V\\d$/.test(first.texts[0] ?? \'\') → const isNewer = /^V\\d$/.test(first.texts[0] ?? "Stryker was here!")',
    ],
  },
  {
    file: 'domain/identity/aadhaar-qr.ts',
    reason: 'A code that begins with the separator has no flag.',
    changes: ['if (end < 0) return undefined → if (end <= 0) return undefined'],
  },
  {
    file: 'domain/identity/blink.ts',
    reason: 'The first and the last are there, or neither.',
    changes: [
      "return first && last && last.atMs - first.atMs >= BLINK_PATIENCE_MS ? 'failed' : 'waiting' → return first || last && last.atMs - first.atMs >= BLINK_PATIENCE_MS ? 'failed' : 'waiting'",
    ],
  },
  {
    file: 'domain/identity/blink.ts',
    reason: 'No number is below an openness that is not known.',
    changes: [
      'if (usual !== undefined && areEyesClosed(openness, usual)) → if (true && areEyesClosed(openness, usual))',
    ],
  },
  {
    file: 'domain/identity/card.ts',
    reason: 'The inserted text is no date.',
    changes: [
      'const [, date, month, year] = /^([0-9]{2}).?([0-9]{2}).?([12][0-9]{3})$/.exec(chars) ?? [] → const [, date, month, year] = /^([0-9]{2}).?([0-9]{2}).?([12][0-9]{3})$/.exec(chars) ?? ["Stryker was here"]',
    ],
  },
  {
    file: 'domain/identity/contacts.ts',
    reason: 'A contact without a fault has both: the case is there for the compiler.',
    changes: [
      ': [] → : ["Stryker was here"]',
      'return mobile && relation → return true',
      'return mobile && relation → return mobile || relation',
    ],
  },
  {
    file: 'domain/identity/eyes.ts',
    reason: 'Face models give both lids at least three points.',
    changes: [
      'return below ? [distance(point, below)] : [] → return below ? [distance(point, below)] : ["Stryker was here"]',
    ],
  },
  {
    file: 'domain/identity/eyes.ts',
    reason: 'The inserted text has no place, so the eye is not measured either.',
    changes: [
      'opennessOf(lids.leftEyeUpper0 ?? [], lids.leftEyeLower0 ?? []), → opennessOf(lids.leftEyeUpper0 ?? [], lids.leftEyeLower0 ?? ["Stryker was here"]),',
      'opennessOf(lids.rightEyeUpper0 ?? [], lids.rightEyeLower0 ?? []), → opennessOf(lids.rightEyeUpper0 ?? [], lids.rightEyeLower0 ?? ["Stryker was here"]),',
    ],
  },
  {
    file: 'domain/identity/eyes.ts',
    reason: 'A lid has both ends, or neither.',
    changes: [
      'const width = corner && otherCorner && distance(corner, otherCorner) → const width = corner || otherCorner && distance(corner, otherCorner)',
    ],
  },
  {
    file: 'domain/identity/face.ts',
    reason: 'No rule says on which side the limit itself lies.',
    changes: [
      "if (brightness < DARK_BRIGHTNESS) return 'too-dark' → if (brightness <= DARK_BRIGHTNESS) return 'too-dark'",
      "if (width < NARROWEST_FACE) return 'too-small' → if (width <= NARROWEST_FACE) return 'too-small'",
      "if (width > WIDEST_FACE) return 'too-near' → if (width >= WIDEST_FACE) return 'too-near'",
      "return offCentre > FARTHEST_OFF_CENTRE ? 'off-centre' : 'fits' → return offCentre >= FARTHEST_OFF_CENTRE ? 'off-centre' : 'fits'",
    ],
  },
  {
    file: 'domain/identity/form.ts',
    reason: 'An own answer is a text: the default is there for the compiler.',
    changes: [
      "return Object.hasOwn(answers, field.value) ? (answers[field.value] ?? '').trim() : '' → return Object.hasOwn(answers, field.value) ? (answers[field.value] ?? \"Stryker was here!\").trim() : ''",
    ],
  },
  {
    file: 'domain/identity/form.ts',
    reason: 'Neither text is the id of a state.',
    changes: [
      'const stateId = stateField ? answerOf(stateField, answers) : \'\' → const stateId = stateField ? answerOf(stateField, answers) : "Stryker was here!"',
    ],
  },
  {
    file: 'domain/identity/identity.ts',
    reason: 'Rotations that differ by five are the same.',
    changes: [
      'return b < 5 ? 5 + ((a - b) % 5) : (a - b + 5) % 5 → return b < 5 ? 5 + ((a - b) % 5) : (a - b - 5) % 5',
    ],
  },
]
