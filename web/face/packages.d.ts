/** The build that leaves TensorFlow.js to be bundled by us: found by an alias, for the package's `exports` do not name it. */
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
