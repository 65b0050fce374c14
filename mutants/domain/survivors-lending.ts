import { EQUAL, type Survivor } from './survivor.ts'

/** The changes of `domain/lending/` that survive its tests. */
export const survivorsOfLending: readonly Survivor[] = [
  {
    file: 'domain/lending/accrual.ts',
    reason: EQUAL,
    changes: [
      'const until = to < minDay ? minDay : to → const until = to <= minDay ? minDay : to',
      '(next, { dueDay }) => (dueDay > today && dueDay < next ? dueDay : next), → (next, { dueDay }) => (dueDay > today && dueDay <= next ? dueDay : next),',
    ],
  },
  {
    file: 'domain/lending/apr.ts',
    reason: 'After 200 halvings both bounds are one number, so either may take the middle.',
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
    reason: 'No word of a text is empty, or is the inserted text.',
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
    reason: 'The inserted text was not requested before a day.',
    changes: [
      'const requested = (loan.extensions ?? []).filter(({ requestedDay }) => requestedDay < day) → const requested = (loan.extensions ?? ["Stryker was here"]).filter(({ requestedDay }) => requestedDay < day)',
    ],
  },
  {
    file: 'domain/lending/repayment.ts',
    reason: 'The callers name an instalment of the loan.',
    changes: [
      'const dueDay = standing.accounts.find(({ agreed }) => agreed.number === last)?.dueDay ?? today → const dueDay = standing.accounts.find(({ agreed }) => agreed.number === last).dueDay ?? today',
    ],
  },
  {
    file: 'domain/lending/repayment.ts',
    reason: 'On the due day itself both positions are the same.',
    changes: [
      'const then = dueDay > today ? standingOn(loan, standing, dueDay) : standing → const then = dueDay >= today ? standingOn(loan, standing, dueDay) : standing',
    ],
  },
  {
    file: 'domain/lending/replay.ts',
    reason: 'The inserted text does not come after a payment.',
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
      "const [, whole, decimals = ''] = /^(\\d{1,10})(?:\\.(\\d{1,2}))?$/.exec(text ?? '') ?? [] → const [, whole, decimals = ''] = /^(\\d{1,10})(?:\\.(\\d{1,2}))?$/.exec(text ?? \"Stryker was here!\") ?? []",
      "const [, whole, decimals = ''] = /^(\\d{1,10})(?:\\.(\\d{1,2}))?$/.exec(text ?? '') ?? [] → const [, whole, decimals = ''] = /^(\\d{1,10})(?:\\.(\\d{1,2}))?$/.exec(text ?? '') ?? [\"Stryker was here\"]",
    ],
  },
  {
    file: 'domain/lending/upi-intent.ts',
    reason: 'A function that ends without a value returns undefined too.',
    changes: ['} catch { return undefined } → } catch {}'],
  },
  {
    file: 'domain/lending/collection.ts',
    reason: 'A payment that arrives in the millisecond of the promise may count or not.',
    changes: [
      '.filter(({ at }) => at >= promise.at && indiaDayOf(at) <= promise.day) → .filter(({ at }) => at > promise.at && indiaDayOf(at) <= promise.day)',
    ],
  },
  {
    file: 'domain/lending/decision.ts',
    reason: 'Every reason has a rule: the question mark is there for the compiler.',
    changes: [
      'return { reason, details: rule?.details?.(application, figures) ?? {} } → return { reason, details: rule.details?.(application, figures) ?? {} }',
    ],
  },
  {
    file: 'domain/lending/draft-figures.ts',
    reason: 'A figure that cannot be read is no number, which no bound admits.',
    changes: [
      "const [, whole, fraction = ''] = /^(\\d{1,9})(?:\\.(\\d+))?$/.exec(asciiDigits(typed).trim()) ?? [] → const [, whole, fraction = ''] = /^(\\d{1,9})(?:\\.(\\d+))?$/.exec(asciiDigits(typed).trim()) ?? [\"Stryker was here\"]",
      'if (whole === undefined || fraction.length > decimals) return undefined → if (false || fraction.length > decimals) return undefined',
    ],
  },
  {
    file: 'domain/lending/penal-waiver.ts',
    reason: 'A text in place of the waivers has no day either.',
    changes: [
      'export function waiverDay({ waivers = [] }: RunningLoan): Day | undefined { → export function waiverDay({ waivers = ["Stryker was here"] }: RunningLoan): Day | undefined {',
    ],
  },
  {
    file: 'domain/lending/repayment.ts',
    reason: 'A text in place of the extensions has no day, so it does not count.',
    changes: [
      'extensions: (loan.extensions ?? []).filter(({ paidDay }) => paidDay <= day), → extensions: (loan.extensions ?? ["Stryker was here"]).filter(({ paidDay }) => paidDay <= day),',
    ],
  },
  {
    file: 'domain/lending/days-past-due.ts',
    reason: 'The edges are one fewer than the buckets: the default is there for the compiler.',
    changes: ['return BUCKETS[at] ?? \'over-90\' → return BUCKETS[at] ?? ""'],
  },
  {
    file: 'domain/lending/report.ts',
    reason: 'Every movement has a sum.',
    changes: [
      'if (!flow || !sum) throw new RangeError(`no report knows entries from ${credit} to ${debit}`) → if (!flow && !sum) throw new RangeError(`no report knows entries from ${credit} to ${debit}`)',
    ],
  },
  {
    file: 'domain/lending/statement-of-account.ts',
    reason:
      'No movement of nothing is booked, and one that takes a charge back merges with the next.',
    changes: [
      'if (!loan || !charge || !isDaily(movement) || movement.owed < 0) return movement → if (!loan || !charge || !isDaily(movement) || false) return movement',
      'if (!loan || !charge || !isDaily(movement) || movement.owed < 0) return movement → if (!loan || !charge || !isDaily(movement) || movement.owed <= 0) return movement',
    ],
  },
  {
    file: 'domain/lending/statement-of-account.ts',
    reason: 'Without a day nothing has accrued.',
    changes: [
      'const before = after === undefined ? 0 : amountOn(after) → const before = false ? 0 : amountOn(after)',
    ],
  },
  {
    file: 'domain/lending/statement-of-account.ts',
    reason: 'The last day is returned after the loop too.',
    changes: [
      'for (let day = addDays(after ?? loan.startDay, 1); day < by; day = addDays(day, 1)) → for (let day = addDays(after ?? loan.startDay, 1); day <= by; day = addDays(day, 1))',
    ],
  },
]
