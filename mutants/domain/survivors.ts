/** Changes of one file that no test notices, for one reason. */
export type Survivor = {
  readonly file: string
  /** Why nobody could notice them, or why no test should. */
  readonly reason: string
  /** The changed lines as `before → after`, with their spaces as on one line. */
  readonly changes: readonly string[]
}

const EQUAL = 'Of two equal values either is the same.'

/** Every change of `domain/` that survives its tests. `npm run mutate-domain` checks the list. */
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
    reason: 'A match has these parts, and no text put in is one.',
    changes: [
      "/^(\\d{1,10})(?:\\.(\\d{0,2}))?$/.exec(text.replace(/[₹,\\s]/g, '')) ?? [] → /^(\\d{1,10})(?:\\.(\\d{0,2}))?$/.exec(text.replace(/[₹,\\s]/g, '')) ?? [\"Stryker was here\"]",
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
    file: 'domain/identity/bank-codes.ts',
    reason: 'No code begins at the end of a word.',
    changes: [
      'for (let at = PAIR; at < word.length; at += PAIR) if (word.startsWith(last, at)) return true → for (let at = PAIR; at <= word.length; at += PAIR) if (word.startsWith(last, at)) return true',
    ],
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
    reason: 'No text put in is a date.',
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
    reason: 'A text put in has no place, so the eye is not measured either.',
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
    reason: 'No rule says on which side the very limit lies.',
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
  {
    file: 'domain/identity/person-name.ts',
    reason: 'There are two names: the case is there for the compiler.',
    changes: [
      "if (!shorter || !longer || shorter.length === 0) return 'different' → if (false || shorter.length === 0) return 'different'",
      "if (!shorter || !longer || shorter.length === 0) return 'different' → if (!shorter && !longer || shorter.length === 0) return 'different'",
    ],
  },
  {
    file: 'domain/lending/accrual.ts',
    reason: EQUAL,
    changes: [
      'const until = to < least ? least : to → const until = to <= least ? least : to',
      '(next, { dueDay }) => (dueDay > today && dueDay < next ? dueDay : next), → (next, { dueDay }) => (dueDay > today && dueDay <= next ? dueDay : next),',
    ],
  },
  {
    file: 'domain/lending/apr.ts',
    reason: 'After 200 halvings the bounds are one number, whichever of them took the middle.',
    changes: [
      'for (let step = 0; step < HALVINGS; step += 1) { → for (let step = 0; step <= HALVINGS; step += 1) {',
      'if (worth(middle) > net) low = middle → if (worth(middle) >= net) low = middle',
    ],
  },
  {
    file: 'domain/lending/apr.ts',
    reason: 'One doubling more of the upper bound leads to the same rate.',
    changes: ['while (worth(high) > net) high *= 2 → while (worth(high) >= net) high *= 2'],
  },
  {
    file: 'domain/lending/claims.ts',
    reason: 'No word of a text is empty, or is the text put in.',
    changes: [
      'const tokens = plain.match(TOKEN) ?? [] → const tokens = plain.match(TOKEN) ?? ["Stryker was here"]',
      "const alternatives = words.trim().split(/\\s+/).join('|').replaceAll('*', '[\\\\p{L}\\\\p{M}]*') → const alternatives = words.split(/\\s+/).join('|').replaceAll('*', '[\\\\p{L}\\\\p{M}]*')",
      "const alternatives = words.trim().split(/\\s+/).join('|').replaceAll('*', '[\\\\p{L}\\\\p{M}]*') → const alternatives = words.trim().split(/\\s/).join('|').replaceAll('*', '[\\\\p{L}\\\\p{M}]*')",
    ],
  },
  {
    file: 'domain/lending/cooling-off.ts',
    reason: 'The caller only asks whether there is a reason.',
    changes: [
      'const payoff = today > until ? \'nothing-owed\' : payoffOn(loan, today) → const payoff = today > until ? "" : payoffOn(loan, today)',
    ],
  },
  {
    file: 'domain/lending/extension.ts',
    reason: 'The oldest and the last are there, or neither.',
    changes: [
      "if (!oldest || !last) return 'nothing-owed' → if (!oldest && !last) return 'nothing-owed'",
    ],
  },
  {
    file: 'domain/lending/falls-due.ts',
    reason: 'A loan with nothing unpaid is not overdue either.',
    changes: [
      'if (overdueDays === 0 || nextDueDay === undefined) return undefined → if (overdueDays === 0 || false) return undefined',
    ],
  },
  {
    file: 'domain/lending/falls-due.ts',
    reason: 'The instalment is one of the loan.',
    changes: [
      'return instalments.find(instalment => instalment.number === number)?.owed ?? NO_PARTS → return instalments.find(instalment => instalment.number === number).owed ?? NO_PARTS',
    ],
  },
  {
    file: 'domain/lending/key-facts-addendum.ts',
    reason: 'Both days are there, or neither.',
    changes: [
      "if (!dueDay || !lastDay) throw new RangeError('a loan with nothing owed cannot be extended') → if (!dueDay && !lastDay) throw new RangeError('a loan with nothing owed cannot be extended')",
    ],
  },
  {
    file: 'domain/lending/key-facts.ts',
    reason:
      'A schedule without an instalment cannot be computed, so the refusal is there for the compiler.',
    changes: [
      "if (!first || !last) throw new RangeError('a loan has at least one instalment') → if (false) throw new RangeError('a loan has at least one instalment')",
      "if (!first || !last) throw new RangeError('a loan has at least one instalment') → if (!first && !last) throw new RangeError('a loan has at least one instalment')",
      "if (!first || !last) throw new RangeError('a loan has at least one instalment') → if (!first || !last) ;",
    ],
  },
  {
    file: 'domain/lending/ledger.ts',
    reason: 'A difference of nothing has no transfer to reverse.',
    changes: [
      'return difference < 0 ? reversed(more) : more → return difference <= 0 ? reversed(more) : more',
    ],
  },
  {
    file: 'domain/lending/outcome.ts',
    reason: 'Nothing is before a day or an instant that is undefined.',
    changes: [
      "return state === 'lending' || (nextDueDay !== undefined && today < nextDueDay) → return state === 'lending' || (true && today < nextDueDay)",
      'return reapplyAt !== undefined && now < reapplyAt → return true && now < reapplyAt',
    ],
  },
  {
    file: 'domain/lending/own-limits.ts',
    reason: 'Compared as texts, open comes after every day, and null is before none.',
    changes: [
      "const isOver = value !== null && value !== 'open' && value <= today → const isOver = true && value <= today",
      "const isOver = value !== null && value !== 'open' && value <= today → const isOver = value !== null || value !== 'open' && value <= today",
      "const isOver = value !== null && value !== 'open' && value <= today → const isOver = true && value !== 'open' && value <= today",
      "const isOver = value !== null && value !== 'open' && value <= today → const isOver = value !== null && true && value <= today",
      'const isOver = value !== null && value !== \'open\' && value <= today → const isOver = value !== null && value !== "" && value <= today',
      "if (until !== null && until !== 'open' && until <= today) → if (true && until <= today)",
      "if (until !== null && until !== 'open' && until <= today) → if (until !== null || until !== 'open' && until <= today)",
      "if (until !== null && until !== 'open' && until <= today) → if (true && until !== 'open' && until <= today)",
      "if (until !== null && until !== 'open' && until <= today) → if (until !== null && true && until <= today)",
      'if (until !== null && until !== \'open\' && until <= today) → if (until !== null && until !== "" && until <= today)',
      "return value === 'open' || easedEnd < value ? easedEnd : value → return false || easedEnd < value ? easedEnd : value",
      'return value === \'open\' || easedEnd < value ? easedEnd : value → return value === "" || easedEnd < value ? easedEnd : value',
      "from !== null && to !== from && (to === null || from === 'open' || (to !== 'open' && to < from)) → true && to !== from && (to === null || from === 'open' || (to !== 'open' && to < from))",
      "from !== null && to !== from && (to === null || from === 'open' || (to !== 'open' && to < from)) → from !== null && to !== from && (to === null || false || (to !== 'open' && to < from))",
      "from !== null && to !== from && (to === null || from === 'open' || (to !== 'open' && to < from)) → from !== null && to !== from && (to === null || from === \"\" || (to !== 'open' && to < from))",
      "from !== null && to !== from && (to === null || from === 'open' || (to !== 'open' && to < from)) → from !== null && to !== from && (to === null || from === 'open' || (true && to < from))",
      "from !== null && to !== from && (to === null || from === 'open' || (to !== 'open' && to < from)) → from !== null && to !== from && (to === null || from === 'open' || (to !== \"\" && to < from))",
    ],
  },
  {
    file: 'domain/lending/own-limits.ts',
    reason: 'A pause that nobody asked for has no easing, and no easing leads to an open one.',
    changes: [
      "if (value === null || later === null || later.value === 'open') return value → if (false || later === null || later.value === 'open') return value",
      "if (value === null || later === null || later.value === 'open') return value → if (value === null || later === null || false) return value",
      'if (value === null || later === null || later.value === \'open\') return value → if (value === null || later === null || later.value === "") return value',
    ],
  },
  {
    file: 'domain/lending/own-limits.ts',
    reason: EQUAL,
    changes: [
      "return value === 'open' || easedEnd < value ? easedEnd : value → return value === 'open' || easedEnd <= value ? easedEnd : value",
      "from !== null && to !== from && (to === null || from === 'open' || (to !== 'open' && to < from)) → from !== null && to !== from && (to === null || from === 'open' || (to !== 'open' && to <= from))",
    ],
  },
  {
    file: 'domain/lending/paid-day.ts',
    reason: 'No text put in was requested before a day.',
    changes: [
      'const requested = (loan.extensions ?? []).filter(({ requestedDay }) => requestedDay < day) → const requested = (loan.extensions ?? ["Stryker was here"]).filter(({ requestedDay }) => requestedDay < day)',
    ],
  },
  {
    file: 'domain/lending/repayment.ts',
    reason: 'The callers name an instalment of the loan.',
    changes: [
      'const dueDay = now.instalments.find(({ number }) => number === last)?.dueDay ?? today → const dueDay = now.instalments.find(({ number }) => number === last).dueDay ?? today',
    ],
  },
  {
    file: 'domain/lending/repayment.ts',
    reason: 'On the due day itself both positions are the same.',
    changes: [
      'const { instalments } = dueDay > today ? positionOn(loan, dueDay) : now → const { instalments } = dueDay >= today ? positionOn(loan, dueDay) : now',
    ],
  },
  {
    file: 'domain/lending/replay.ts',
    reason: 'No text put in comes after a payment.',
    changes: [
      'for (const extension of loan.extensions ?? []) { → for (const extension of loan.extensions ?? ["Stryker was here"]) {',
    ],
  },
  {
    file: 'domain/lending/statement-of-account.ts',
    reason: 'A posting has a transfer: the case is there for the compiler.',
    changes: [
      'if (!first) return [] → if (!first) return ["Stryker was here"]',
      'if (!first) return [] → if (false) return []',
    ],
  },
  {
    file: 'domain/lending/statement-of-account.ts',
    reason: 'A movement of nothing has no line.',
    changes: [
      "const side = sent > 0 ? 'sent' : isWaiver ? 'waived' : owed > 0 ? 'charge' : 'credit' → const side = sent > 0 ? 'sent' : isWaiver ? 'waived' : owed >= 0 ? 'charge' : 'credit'",
    ],
  },
  {
    file: 'domain/lending/upi-intent.ts',
    reason: 'A split text has a first part: the default is there for the compiler.',
    changes: [
      "const [name = '', ...value] = pair.split('=') → const [name = \"Stryker was here!\", ...value] = pair.split('=')",
    ],
  },
  {
    file: 'domain/lending/upi-intent.ts',
    reason: 'Neither text is an amount.',
    changes: [
      "const [, whole, decimals = ''] = /^(\\d{1,10})(?:\\.(\\d{1,2}))?$/.exec(amount ?? '') ?? [] → const [, whole, decimals = ''] = /^(\\d{1,10})(?:\\.(\\d{1,2}))?$/.exec(amount ?? \"Stryker was here!\") ?? []",
      "const [, whole, decimals = ''] = /^(\\d{1,10})(?:\\.(\\d{1,2}))?$/.exec(amount ?? '') ?? [] → const [, whole, decimals = ''] = /^(\\d{1,10})(?:\\.(\\d{1,2}))?$/.exec(amount ?? '') ?? [\"Stryker was here\"]",
    ],
  },
  {
    file: 'domain/lending/upi-intent.ts',
    reason: 'A function that ends without a value returns undefined too.',
    changes: ['} catch { return undefined } → } catch {}'],
  },
  {
    file: 'domain/privacy/retention.ts',
    reason: EQUAL,
    changes: [
      'return after && after > today && after < next ? after : next → return after && after > today && after <= next ? after : next',
    ],
  },
]
