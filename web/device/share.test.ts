import { afterEach, expect, test, vi } from 'vitest'
import { shareFile } from '#web/device/share.ts'

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
