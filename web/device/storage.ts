/**
 * Local storage that never throws: private windows, full disks and blocked storage are common. Only
 * values that cannot be stored are kept in memory for the lifetime of the page, so a value that
 * another tab removes is gone here too.
 */
const memory = new Map<string, string>()

export function readStored(key: string): string | null {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(key)
  } catch {
    // Kept in memory instead.
  }
  return stored ?? memory.get(key) ?? null
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}

export function removeStored(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Then nothing is stored there.
  }
}
