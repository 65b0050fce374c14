/** The number of random lives that a property tries: LIVES in the environment, or the usual number. */
export function livesToTry(usual: number): number {
  const { process } = globalThis as { process?: { env: Record<string, string | undefined> } }
  return Number(process?.env.LIVES ?? usual)
}
