/**
 * Local storage that never throws: private windows, full disks and blocked storage are met every day.
 * What cannot be stored, and nothing else, is kept for as long as the page lives: what another tab removes is gone here too.
 */
const memory = new Map<string, string>()

export function readStored(key: string): string | null {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(key)
  } catch {
    // Kept in memory, if at all.
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
    // Nothing is stored there then.
  }
}
