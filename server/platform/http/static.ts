/**
 * The web app's files: those named by their content are cached for ever, pages are revalidated each
 * time.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageCookie } from '#contract/cookie-name.ts'
import { refused } from '#contract/envelope.ts'
import { BASE_PATH } from '#contract/path.ts'
import { sendRefusal } from '#server/platform/http/edge.ts'
import { inlineHash, WORKER_POLICY } from '#server/platform/http/security-headers.ts'
import { type Language, languageOf } from '#words/language.ts'

const HASHED_FILES = '/assets/'
/** The app's workers, as the build names them. */
const WORKERS = `${HASHED_FILES}worker-`
const DRAWN_FOLDER = 'prerendered/'
/** The entry paths, and the page prerendered for each. */
const DRAWN_PAGES: Readonly<Record<string, string>> = { '/': 'home', '/login': 'login' }

export type Pages = {
  readonly directory: string
  /** The pages rendered at build time, as `login.hi.html`. */
  readonly drawn: ReadonlySet<string>
  readonly scriptHashes: readonly string[]
  readonly styleHashes: readonly string[]
}

/** Reads the built pages; undefined where the web app is not built. */
export async function readPages(directory: string): Promise<Pages | undefined> {
  if (!existsSync(join(directory, 'index.html'))) return undefined
  const names = (await readdir(directory, { recursive: true }))
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.html'))
  const texts = await Promise.all(names.map(name => readFile(join(directory, name), 'utf8')))
  return {
    directory,
    drawn: new Set(
      names
        .filter(name => name.startsWith(DRAWN_FOLDER))
        .map(name => name.slice(DRAWN_FOLDER.length)),
    ),
    scriptHashes: inlineHashes(
      texts,
      /<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g,
    ),
    styleHashes: inlineHashes(texts, /<style[^>]*>([\s\S]*?)<\/style>/g),
  }
}

const CONSOLE_PATH = '/console'

/**
 * Serves the console's files from a folder, and its page for every path below `/console`. Elsewhere
 * than on its own host, if it has one, there is none.
 */
export async function serveConsole(
  app: FastifyInstance,
  directory: string,
  consoleHost: string | undefined,
): Promise<void> {
  if (!existsSync(join(directory, 'index.html'))) return
  await app.register(async scope => {
    scope.addHook('onRequest', (request, reply, done) => {
      if (consoleHost !== undefined && request.host !== consoleHost)
        sendRefusal(reply, refused('not-found'), 404)
      else done()
    })
    await scope.register(fastifyStatic, {
      root: join(directory, 'assets'),
      prefix: `${CONSOLE_PATH}/assets/`,
      decorateReply: false,
      preCompressed: true,
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: reply => reply.header('cache-control', 'public, max-age=31536000, immutable'),
    })
    const page = await readFile(join(directory, 'index.html'))
    const sendConsole = (_request: FastifyRequest, reply: FastifyReply) =>
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
    scope.get(CONSOLE_PATH, sendConsole)
    scope.get(`${CONSOLE_PATH}/`, sendConsole)
    scope.get(`${CONSOLE_PATH}/:page`, sendConsole)
    scope.get(`${CONSOLE_PATH}/:page/:part`, sendConsole)
    // /console/trouble/:kind/:id
    scope.get(`${CONSOLE_PATH}/:page/:part/:id`, sendConsole)
  })
}

function inlineHashes(texts: readonly string[], inline: RegExp): string[] {
  const parts = texts.flatMap(text =>
    [...text.matchAll(inline)].map(([, content]) => content ?? ''),
  )
  return [...new Set(parts.map(inlineHash))]
}

/**
 * Serves the files, a page for every path of the app, and otherwise the envelope of an unknown
 * address.
 */
export async function serveStatic(app: FastifyInstance, pages: Pages | undefined): Promise<void> {
  if (pages) {
    await app.register(fastifyStatic, {
      root: pages.directory,
      preCompressed: true,
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      allowedPath: path => !path.endsWith('/'),
      setHeaders: (reply, path) => {
        const name = path.slice(pages.directory.length).replaceAll('\\', '/')
        reply.header(
          'cache-control',
          name.startsWith(HASHED_FILES) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        if (name.startsWith(WORKERS)) reply.header('content-security-policy', WORKER_POLICY)
      },
    })
    app.get('/', { exposeHeadRoute: true }, (request, reply) =>
      sendPage(request, reply, pages, '/'),
    )
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (pages && isPage(request, path)) return sendPage(request, reply, pages, path)
    return sendRefusal(reply, refused('not-found'), 404)
  })
}

/**
 * Sends the page prerendered for this path in the visitor's language, or the empty one, which the
 * app fills.
 */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { drawn }: Pages,
  path: string,
): FastifyReply {
  const page = DRAWN_PAGES[path.replace(/(.)\/+$/, '$1')]
  const name = `${page}.${pageLanguage(request.headers)}.html`
  reply.header('vary', 'accept-encoding, accept-language, cookie')
  return reply.status(200).sendFile(drawn.has(name) ? DRAWN_FOLDER + name : 'index.html')
}

const LANGUAGE_COOKIES = [true, false].map(languageCookie).join('|')
const CHOSEN_LANGUAGE = new RegExp(`(?:^|;\\s*)(?:${LANGUAGE_COOKIES})=([a-z]{2})(?:;|$)`)

/** The language of the page, by the same rule as in the app. */
export function pageLanguage(
  headers: Pick<FastifyRequest['headers'], 'cookie' | 'accept-language'>,
): Language {
  const cookieLanguage = CHOSEN_LANGUAGE.exec(headers.cookie ?? '')?.[1]
  return languageOf(cookieLanguage, (headers['accept-language'] ?? '').split(','))
}

/**
 * A path of the app has no file extension and is neither the API's nor the sandbox's; the app
 * itself knows which paths exist.
 */
function isPage(request: FastifyRequest, path: string): boolean {
  const isOthers =
    path.startsWith(`${BASE_PATH}/`) ||
    path === BASE_PATH ||
    path.startsWith('/sandbox') ||
    path === CONSOLE_PATH ||
    path.startsWith(`${CONSOLE_PATH}/`)
  const isApp = !isOthers && !path.startsWith(HASHED_FILES) && !path.startsWith('//')
  return (
    /^(GET|HEAD)$/.test(request.method) &&
    isApp &&
    !/\.\w+$/.test(path) &&
    (request.headers.accept ?? '').includes('html')
  )
}
