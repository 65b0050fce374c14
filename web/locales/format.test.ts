import { afterEach, describe, expect, test } from 'vitest'
import { day as dayOf } from '#domain/day.ts'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'
import { day, dayAndTime, dayShort, time } from '#web/locales/format.ts'
import { activateLanguage } from '#web/locales/i18n.ts'
import { money, moneyWhole, percent, percentPerDay, wholeNumber } from '#words/format.ts'

afterEach(() => activateLanguage('en'))

describe('in English', () => {
  test.each([
    [0, '₹0.00'],
    [1, '₹0.01'],
    [488_200, '₹4,882.00'],
    [519_819, '₹5,198.19'],
    [10_000_000, '₹1,00,000.00'],
    [1_234_567_890, '₹1,23,45,678.90'],
    [-5_000, '-₹50.00'],
  ])('formats %d paise as %s', (amount, text) => {
    expect(money(paise(amount))).toBe(text)
  })

  test('a limit has no paise unless it contains some', () => {
    expect(moneyWhole(paise(10_000_000))).toBe('₹1,00,000')
    expect(moneyWhole(paise(500_000))).toBe('₹5,000')
    expect(moneyWhole(paise(500_050))).toBe('₹5,000.50')
  })

  test('formats rates', () => {
    expect(percentPerDay(ppmPerDay(800))).toBe('0.08%')
    expect(percentPerDay(ppmPerDay(1000))).toBe('0.1%')
    expect(percent(basisPoints(4739))).toBe('47.39%')
    expect(percent(basisPoints(1800))).toBe('18%')
    expect(wholeNumber(120_000)).toBe('1,20,000')
  })

  test('days and times are in Indian time, wherever the phone is', () => {
    expect(day(dayOf('2026-11-27'))).toBe('27 Nov 2026')
    expect(day(new Date('2026-11-26T18:30:00Z'))).toBe('27 Nov 2026')
    expect(dayShort(dayOf('2026-11-17'))).toBe('17 Nov')
    expect(time(new Date('2026-11-20T05:12:00Z'))).toBe('10:42 am')
    expect(dayAndTime(new Date('2026-12-04T11:12:00Z'))).toBe('4 Dec 2026, 4:42 pm')
  })
})

test('Hindi names the month and keeps the digits', async () => {
  await activateLanguage('hi')
  expect(money(paise(10_000_000))).toBe('₹1,00,000.00')
  expect(day(dayOf('2026-11-27'))).toMatch(/^27 नव\S* 2026$/)
})
