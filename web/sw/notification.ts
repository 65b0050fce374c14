import { isOwnPath } from '#domain/redirect.ts'

/** The server's push to a browser: a short text without personal data, and the path of the page to open. */
export type PushMessage = {
  readonly title: string
  readonly body: string
  readonly path: string
  readonly tag: string
}

/**
 * A push must show something, so one that cannot be parsed becomes a plain prompt to open the app.
 */
const unreadable: PushMessage = { title: 'Saral', body: '', path: '/', tag: 'saral' }

/** Parses the text of a push. A path that is not on our own origin becomes home. */
export function messageIn(text: string | undefined): PushMessage {
  const message = parsed(text)
  if (typeof message !== 'object' || message === null) return unreadable
  const { title, body, path, tag } = message as Record<string, unknown>
  return {
    title: typeof title === 'string' && title !== '' ? title : unreadable.title,
    body: typeof body === 'string' ? body : '',
    path: typeof path === 'string' && isOwnPath(path) ? path : '/',
    tag: typeof tag === 'string' && tag !== '' ? tag : unreadable.tag,
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Builds the notification for a message. A later message with the same tag replaces it. */
export function notificationFor(message: PushMessage): {
  title: string
  options: NotificationOptions
} {
  const { title, body, tag } = message
  return {
    title,
    options: {
      body,
      tag,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: message,
    },
  }
}
