import type { Page } from 'playwright-core'

/** Serves the page in a language, and blocks only the script that starts the app. */
export async function blockApp(page: Page, language = 'en-IN'): Promise<void> {
  await page.route('**/login', async route => {
    const headers = { ...route.request().headers(), 'accept-language': language }
    const answer = await route.fetch({ headers })
    const entry = /<script type="module" crossorigin src="([^"]+)"/.exec(await answer.text())?.[1]
    await page.route(`**${entry}`, script => script.abort())
    await route.fulfill({ response: answer })
  })
}
