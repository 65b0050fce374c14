const LATIN = /\p{Script=Latin}{2}/u
const INDIC = /[\u0900-\u0dff]/

/** The elements that carry `lang="en"` because of what they say. */
const marked = new WeakSet<Element>()
let isWatching = false

/**
 * Sets `lang="en"` on each element of a page in an Indian language whose own text is in Latin
 * letters, now and whenever the page changes: a screen reader then reads an untranslated message or
 * a name with an English voice.
 */
export function markEnglish(): void {
  if (isWatching) return
  isWatching = true
  const watcher = new MutationObserver(changes => {
    for (const { target, addedNodes } of changes) {
      mark(target instanceof Element ? target : target.parentElement)
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const each of [node, ...node.querySelectorAll('*')]) mark(each)
    }
  })
  watcher.observe(document.body, { childList: true, characterData: true, subtree: true })
  // A page that changes its language says so here, and most of its texts change after it.
  new MutationObserver(markAll).observe(document.documentElement, { attributeFilter: ['lang'] })
  markAll()
}

function markAll(): void {
  for (const each of document.body.querySelectorAll('*')) mark(each)
}

function mark(element: Element | null): void {
  if (!element || (element.hasAttribute('lang') && !marked.has(element))) return
  const isEnglish = document.documentElement.lang !== 'en' && isInLatin(ownTextOf(element))
  if (isEnglish === marked.has(element)) return
  if (isEnglish) {
    element.setAttribute('lang', 'en')
    marked.add(element)
  } else {
    element.removeAttribute('lang')
    marked.delete(element)
  }
}

function ownTextOf(element: Element): string {
  return [...element.childNodes].map(node => (node instanceof Text ? node.data : '')).join('')
}

/** Two Latin letters and no Indic one: `₹5` and `%` are read in the language of the page. */
export function isInLatin(text: string): boolean {
  return LATIN.test(text) && !INDIC.test(text)
}
