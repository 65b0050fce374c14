import type { SandboxPush } from '#server/providers/push/simulator.ts'
import { type Html, html } from '#server/sandbox/html.ts'
import { instantText } from '#server/sandbox/page.ts'

/** The notifications that simulated browsers received, newest first. */
export function pushSection(messages: readonly SandboxPush[]): Html {
  const shown = messages.map(
    ({ host, title, body, path, sentAt }) =>
      html`<li class="item"><p class="meta"><span>${host}</span><time datetime="${sentAt.toISOString()}">${instantText(sentAt)}</time></p><p><b>${title}</b></p><p>${body} <a href="${path}">${path}</a></p></li>`,
  )
  return html`<section id="push" aria-labelledby="push-title">
<h2 id="push-title">Notifications</h2>
${shown.length === 0 ? html`<p class="card quiet">No notification yet. Allow them on the home page, and apply.</p>` : html`<ul class="card flush">${shown}</ul>`}
</section>`
}
