import type { Page, Response } from 'playwright-core'

/** The parts of an answer that a journey looks at; a refusal has a reason. */
export type Answer = { readonly reason?: string; readonly waitSeconds?: number }

/** Taps, and returns what the page is answered in the end, also where it has to do some work first. */
export async function answerTo(tap: Promise<void>, page: Page, path: string): Promise<Answer> {
  const dataOf = async (response: Response): Promise<Answer> => (await response.json()).data ?? {}
  const [response] = await Promise.all([
    page.waitForResponse(
      async each =>
        each.url().includes(path) && (await dataOf(each)).reason !== 'proof-of-work-required',
    ),
    tap,
  ])
  return dataOf(response)
}
