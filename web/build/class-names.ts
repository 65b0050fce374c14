import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const FILE_HASH_LENGTH = 4

/**
 * Names a CSS module class in the app: its own name and a short hash of its file. Vite's longer
 * names, which also contain the line, would make every script larger.
 */
export function classNames(root: string): (name: string, file: string) => string {
  return (name, file) => {
    const path = relative(root, file.replace(/\?.*/, '')).replaceAll('\\', '/')
    return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, FILE_HASH_LENGTH)}`
  }
}
