/** Saves a file created on this device under a given name. */
export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A browser that asks where to save the file still reads from the address.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
