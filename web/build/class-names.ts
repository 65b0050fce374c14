import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const FILE_HASH_LENGTH = 4

/**
 * How a class of a CSS module is called in the app: its own name and a short hash of its file. Vite's own names hold the line
 * as well, and every script carries the names of all classes that it uses.
 */
export function classNames(root: string): (name: string, file: string) => string {
  return (name, file) => {
    const path = relative(root, file.replace(/\?.*/, '')).replaceAll('\\', '/')
    return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, FILE_HASH_LENGTH)}`
  }
}
