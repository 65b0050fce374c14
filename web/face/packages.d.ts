/**
 * The build that lets us bundle TensorFlow.js ourselves. It is found by an alias, because the
 * package's `exports` do not include it.
 */
declare module 'face-models/human' {
  type Point = readonly number[]
  type Face = {
    readonly score: number
    readonly boxScore: number
    readonly box: readonly [x: number, y: number, width: number, height: number]
    readonly annotations: Readonly<Record<string, readonly Point[]>>
  }
  export class Human {
    constructor(config: object)
    load(): Promise<void>
    detect(
      input: object,
    ): Promise<{ readonly face: readonly Face[]; readonly error?: string | null }>
  }
}
