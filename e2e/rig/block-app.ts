import type { Page } from 'playwright-core'

/** Lets the page arrive in a language, and everything else but the script that starts the app. */
export async function blockApp(page: Page, language = 'en-IN'): Promise<void> {
  await page.route('**/login', async route => {
    const headers = { ...route.request().headers(), 'accept-language': language }
    const answer = await route.fetch({ headers })
    const entry = /<script type="module" crossorigin src="([^"]+)"/.exec(await answer.text())?.[1]
    await page.route(`**${entry}`, script => script.abort())
    await route.fulfill({ response: answer })
  })
}
