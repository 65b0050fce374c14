import { expect } from 'vitest'
import type { ExtensionCourse } from '#domain/lending/course-state.ts'
import { feeOf } from '#domain/lending/extension-window.ts'
import { payableToday } from '#domain/lending/falls-due.ts'
import { isPayablePart } from '#domain/lending/part-payment.ts'
import { withPenalWaiver } from '#domain/lending/penal-waiver.ts'
import { lastInstalmentAsked, positionOn } from '#domain/lending/repayment.ts'
import { paise } from '#domain/money.ts'
import type { Page } from './oracle/facts.ts'
import { partBounds } from './oracle/part.ts'
import { HOUR, RuledLoan } from './ruled-loan.ts'

/** A payment that is reported later. */
type LatePayment = { readonly page: Page; readonly amount: number; readonly paidAt: Date }

/** A borrower of such a loan, who acts by chance. Some payments become known later, in any order. */
export class RuledLife extends RuledLoan {
  private readonly pages: Page[] = []
  private latePayments: LatePayment[] = []

  act(): void {
    const { chance } = this
    this.now += chance.one([HOUR, 10 * HOUR, 26 * HOUR, 100 * HOUR, 170 * HOUR, 800 * HOUR])
    this.noteSilence()
    const mood = chance.next()
    if (chance.happens(0.6)) this.answerPlan()
    if (chance.happens(0.3)) this.waive()
    if (chance.happens(0.5)) this.addLatePayment()
    else if (this.isSettled) this.receiveAgain()
    else if (this.awaited) this.answer(...this.awaited)
    else if (chance.happens(0.1)) this.requestPlan()
    else if (mood < 0.3) this.request()
    else if (mood < 0.5) this.receive(this.page('due'))
    else if (mood < 0.6) this.receive(this.page('all'))
    else if (mood < 0.7) this.receivePart()
    else if (mood < 0.8) this.receive(this.page('due'), chance.between(1, 900_00))
    else this.receiveAgain()
  }

  /** Two persons give up penal charges of an overdue loan, or a part of them. */
  private waive(): void {
    const { loan, today } = this
    const { owed, overdueDays } = positionOn(loan, today)
    if (this.awaited || this.isSettled || overdueDays === 0 || owed.penal === 0) return
    const amount = paise(this.chance.between(1, owed.penal))
    if (!withPenalWaiver(loan, today, amount)) throw new Error('the rules refuse a waiver')
    this.happenings.push({ kind: 'penal-waived', amount, at: this.instant() })
    this.follow({ waivers: [...this.facts.waivers, { ...this.actNow(), day: today, amount }] })
  }

  /** Pays an amount of the borrower's choice. */
  private receivePart(): void {
    const { payoff } = positionOn(this.loan, this.today)
    const { least, most } = partBounds({ payoff })
    const amount = this.chance.between(least - 50, most + 50)
    const isPayable = amount >= least && amount <= most
    expect(isPayablePart(paise(amount), payoff)).toBe(isPayable)
    if (isPayable) this.receive(this.open(amount, 'part'))
  }

  private receiveAgain(): void {
    const page = this.pages[this.chance.between(0, this.pages.length - 1)]
    if (page) this.receive(page)
  }

  private answer(id: string, { fee, setAside }: ExtensionCourse): void {
    const { chance, facts } = this
    const number = Number(id)
    const expiresAt = facts.extensions.find(each => each.id === id)?.expiresAt ?? new Date(0)
    const isLate = this.now >= expiresAt.getTime()
    const mood = chance.next()
    if (isLate || mood < 0.2) {
      const how = isLate ? 'lapsed' : 'abandoned'
      this.happenings.push({ kind: 'extension-ended', number, how, at: this.instant() })
      const ended = isLate ? ('lapsed' as const) : { abandoned: this.actNow() }
      this.follow({
        extensions: facts.extensions.map(each => (each.id === id ? { ...each, ended } : each)),
      })
    } else if (mood < 0.4) this.receive(this.page('due'), chance.between(1, 900_00))
    else {
      const missing = feeOf(fee) - setAside
      const page = this.open(missing, { extension: number })
      this.receive(page, mood < 0.7 ? chance.between(1, missing) : missing)
    }
  }

  private page(scope: 'due' | 'all'): Page {
    const position = positionOn(this.loan, this.today)
    const last = lastInstalmentAsked(position)
    if (scope === 'all' || last === undefined) return this.open(position.payoff, 'all')
    return this.open(payableToday(this.loan, position), { instalment: last })
  }

  private open(amount: number, purpose: Page['purpose']): Page {
    const page = { id: `page ${this.pages.length}`, openedAt: this.instant(), amount, purpose }
    this.pages.push(page)
    return page
  }

  /** A person answers a request that waits. */
  private answerPlan(): void {
    if (this.facts.plan?.answer !== 'awaited') return
    if (this.chance.happens(0.5)) {
      this.grantPlan('desk', this.today)
      return
    }
    this.happenings.push({ kind: 'plan-answered', how: 'refused', by: 'desk', at: this.instant() })
    this.answerWith('refused')
  }

  /** Pays on a page. Some payments become known days after the money moved, in any order. */
  private receive(page: Page, amount = page.amount): void {
    if (amount === 0) return
    const { chance, now } = this
    const openedAt = Date.parse(page.openedAt)
    const isOld = now - openedAt > HOUR
    const paidAt = new Date(isOld ? chance.between(openedAt, now) : now)
    if (chance.happens(0.4)) this.latePayments.push({ page, amount, paidAt })
    else this.addPayment(page, amount, isOld && chance.happens(0.5) ? paidAt : undefined)
  }

  private addLatePayment(): void {
    const { chance, latePayments } = this
    const late = latePayments[chance.between(0, latePayments.length - 1)]
    if (!late) return
    this.latePayments = latePayments.filter(each => each !== late)
    this.addPayment(late.page, late.amount, late.paidAt)
  }
}
