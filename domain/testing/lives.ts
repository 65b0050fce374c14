/** How many random lives a property tries: as many as the environment's LIVES says, or the usual number. */
export function livesToTry(usual: number): number {
  const { process } = globalThis as { process?: { env: Record<string, string | undefined> } }
  return Number(process?.env.LIVES ?? usual)
}
