import { readStored, removeStored, writeStored } from '#web/device/storage.ts'

const STORED_AS = 'news-seen'
/** The attribute that Frame.module.css reads to show the badge of the navigation. */
const ATTRIBUTE = 'data-news'

/** Shows the badge while this browser has not opened home yet. */
export function announceNews(): void {
  document.documentElement.toggleAttribute(ATTRIBUTE, readStored(STORED_AS) === null)
}

/**
 * Call this when home shows these news; each is a key without spaces. If one of them was not seen
 * before, the badge stays while home is open; call the returned function when it is left.
 */
export function markNewsSeen(news: readonly string[]): () => void {
  const read = (readStored(STORED_AS) ?? '').split(' ')
  const isNew = news.some(each => !read.includes(each))
  document.documentElement.toggleAttribute(ATTRIBUTE, isNew)
  writeStored(STORED_AS, news.join(' '))
  return () => document.documentElement.removeAttribute(ATTRIBUTE)
}

/** Forgets the read news, for the next borrower of this browser. */
export function forgetNews(): void {
  removeStored(STORED_AS)
}
