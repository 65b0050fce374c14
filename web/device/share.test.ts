import { afterEach, describe, expect, test, vi } from 'vitest'
import { copyText, shareFile, shareText } from '#web/device/share.ts'

const saved = vi.hoisted(() => vi.fn())
vi.mock('#web/device/save-file.ts', () => ({ saveFile: saved }))

afterEach(() => {
  vi.unstubAllGlobals()
  saved.mockClear()
})

const bytes = new Uint8Array([1, 2, 3])
const share = () => shareFile('receipt.pdf', bytes, 'application/pdf')

function phone(about: { canShare?: boolean; fails?: Error }) {
  const sheet = vi.fn(async (_data: { files: File[] }) => {
    if (about.fails) throw about.fails
  })
  const { canShare } = about
  vi.stubGlobal('navigator', {
    share: sheet,
    ...(canShare !== undefined && { canShare: () => canShare }),
  })
  return sheet
}

test('opens the share sheet with the file', async () => {
  const sheet = phone({ canShare: true })
  expect(await share()).toBe('shared')
  const [file] = sheet.mock.calls[0]?.[0].files ?? []
  expect([file?.name, file?.type, file?.size]).toEqual(['receipt.pdf', 'application/pdf', 3])
  expect(saved).not.toHaveBeenCalled()
})

test('saves the file where files cannot be shared, or the sheet does not open', async () => {
  for (const about of [
    {},
    { canShare: false },
    { canShare: true, fails: new DOMException('late', 'NotAllowedError') },
  ]) {
    phone(about)
    expect(await share()).toBe('saved')
    expect(saved).toHaveBeenLastCalledWith('receipt.pdf', [bytes], 'application/pdf')
  }
  expect(saved).toHaveBeenCalledTimes(3)
})

test('does nothing more once the borrower has closed the sheet', async () => {
  phone({ canShare: true, fails: new DOMException('closed', 'AbortError') })
  expect(await share()).toBe('cancelled')
  expect(saved).not.toHaveBeenCalled()
})

describe('a text', () => {
  const sharedText = () => shareText('Dates', '1. 28 Nov 2026: ₹399.86')

  function browser(about: { sheet?: () => Promise<void>; copies?: boolean }) {
    const { sheet, copies } = about
    const writeText = vi.fn(async (_text: string) => {
      if (copies !== true) throw new DOMException('not allowed', 'NotAllowedError')
    })
    const clipboard = { writeText }
    vi.stubGlobal('navigator', {
      ...(sheet && { share: sheet }),
      ...(copies !== undefined && { clipboard }),
    })
    return writeText
  }

  test('goes to the share sheet, and is copied where there is none or it does not open', async () => {
    const sheet = vi.fn(async () => undefined)
    const copied = browser({ sheet, copies: true })
    expect(await sharedText()).toBe('shared')
    expect(sheet).toHaveBeenCalledWith({ title: 'Dates', text: '1. 28 Nov 2026: ₹399.86' })
    expect(copied).not.toHaveBeenCalled()
    const late = () => Promise.reject(new DOMException('late', 'NotAllowedError'))
    for (const about of [{ copies: true }, { sheet: late, copies: true }]) {
      const writeText = browser(about)
      expect(await sharedText()).toBe('copied')
      expect(writeText).toHaveBeenCalledWith('1. 28 Nov 2026: ₹399.86')
    }
  })

  test('is not copied once the borrower has closed the sheet', async () => {
    const closed = () => Promise.reject(new DOMException('closed', 'AbortError'))
    const copied = browser({ sheet: closed, copies: true })
    expect(await sharedText()).toBe('cancelled')
    expect(copied).not.toHaveBeenCalled()
  })

  test('is reported as failed if the browser neither shares nor copies', async () => {
    for (const about of [{}, { copies: false }]) {
      browser(about)
      expect(await sharedText()).toBe('failed')
      expect(await copyText('a text')).toBe(false)
    }
  })
})
