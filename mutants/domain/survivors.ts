import { EQUAL, type Survivor } from './survivor.ts'
import { survivorsOfIdentity } from './survivors-identity.ts'
import { survivorsOfLending } from './survivors-lending.ts'

/** Every change of `domain/` that survives its tests. `npm run rig -- mutate-domain` checks the list. */
export const survivors: readonly Survivor[] = [
  {
    file: 'domain/money.ts',
    reason: EQUAL,
    changes: ['return a < b ? a : b → return a <= b ? a : b'],
  },
  {
    file: 'domain/money.ts',
    reason: 'A division by zero throws a RangeError by itself.',
    changes: [
      "if (denominator <= 0n) throw new RangeError('a ratio needs a positive denominator') → if (denominator < 0n) throw new RangeError('a ratio needs a positive denominator')",
    ],
  },
  {
    file: 'domain/money.ts',
    reason: 'Zero leaves no remainder, so the other condition refuses it.',
    changes: [
      'const isBelowZero = doubled < 0n && doubled % (2n * denominator) !== 0n → const isBelowZero = doubled <= 0n && doubled % (2n * denominator) !== 0n',
    ],
  },
  {
    file: 'domain/day.ts',
    reason: EQUAL,
    changes: ['if (a < b) return b → if (a <= b) return b'],
  },
  {
    file: 'domain/day.ts',
    reason: 'No longer text is an instant once a time of day is added to it.',
    changes: [
      'if (!/^\\d{4}-\\d{2}-\\d{2}$/.test(text)) return false → if (!/^\\d{4}-\\d{2}-\\d{2}/.test(text)) return false',
    ],
  },
  {
    file: 'domain/typed-rupees.ts',
    reason: 'A match always has these parts. Without one, the inserted text is no amount either.',
    changes: [
      "const [, whole, decimals = ''] = AMOUNT.exec(plain) ?? [] → const [, whole, decimals = ''] = AMOUNT.exec(plain) ?? [\"Stryker was here\"]",
    ],
  },
  {
    file: 'domain/push-host.ts',
    reason: 'A match has these parts: the default is there for the compiler.',
    changes: [
      'hostname = \'\', → hostname = "Stryker was here!",',
      'path = \'\', → path = "Stryker was here!",',
    ],
  },
  {
    file: 'domain/push-host.ts',
    reason: 'A hostname does not begin with a dot.',
    changes: [
      'return hostname.endsWith(below) && hostname.length > below.length → return hostname.endsWith(below) && true',
      'return hostname.endsWith(below) && hostname.length > below.length → return hostname.endsWith(below) && hostname.length >= below.length',
    ],
  },
  {
    file: 'domain/push-host.ts',
    reason: 'No address has such a host.',
    changes: ['extra: readonly string[] = [], → extra: readonly string[] = ["Stryker was here"],'],
  },
  {
    file: 'domain/picture.ts',
    reason: 'A picture of four bytes has no frame either.',
    changes: [
      'if (view.byteLength < 4 || view.getUint16(0) !== JPEG_START) return undefined → if (view.byteLength <= 4 || view.getUint16(0) !== JPEG_START) return undefined',
    ],
  },
  {
    file: 'domain/picture.ts',
    reason: 'A function that ends without a value returns undefined too.',
    changes: ['default: return undefined → default:'],
  },
  {
    file: 'domain/privacy/retention.ts',
    reason: EQUAL,
    changes: [
      'return after && after > today && after < next ? after : next → return after && after > today && after <= next ? after : next',
    ],
  },
  {
    file: 'domain/staff/inbox.ts',
    reason: 'No instant that is null is later than now.',
    changes: [
      '(borrowerUntil !== null && borrowerUntil > now) || → (true && borrowerUntil > now) ||',
      '(putOffUntil !== null && putOffUntil > now && !(dueAt && dueAt.getTime() <= near)), → (true && putOffUntil > now && !(dueAt && dueAt.getTime() <= near)),',
    ],
  },
  {
    file: 'domain/staff/inbox.ts',
    reason: 'Either of two items with one id may come first.',
    changes: ['(a.id < b.id ? -1 : 1) → (a.id <= b.id ? -1 : 1)'],
  },
  {
    file: 'domain/content.ts',
    reason: 'The inserted text has neither a figure nor a link that could be repeated.',
    changes: [
      'faultsOf(wording[part], part, program.placeholders, program.texts[language] ?? \'\').map( → faultsOf(wording[part], part, program.placeholders, program.texts[language] ?? "Stryker was here!").map(',
    ],
  },
  {
    file: 'domain/complaint.ts',
    reason: 'There is one class or stage more than days: the default is there for the compiler.',
    changes: [
      'return COMPLAINT_AGES[at] ?? \'over-30\' → return COMPLAINT_AGES[at] ?? ""',
      'return COMPLAINT_STAGES[REMINDED_AFTER_DAYS.filter(each => days >= each).length] ?? \'late\' → return COMPLAINT_STAGES[REMINDED_AFTER_DAYS.filter(each => days >= each).length] ?? ""',
    ],
  },
  ...survivorsOfIdentity,
  ...survivorsOfLending,
]
