/**
 * The face models of the package `@vladmandic/human`, on WebAssembly. The package's Node build is a
 * CommonJS file that its `exports` do not name; both files and models are located relative to the
 * one that they do. It imports `@tensorflow/tfjs-core`, `tfjs-converter` and `tfjs-backend-wasm`
 * without declaring them, so package.json lists all three.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as tf from '@tensorflow/tfjs-core'
import type { EyeLids } from '#domain/identity/eyes.ts'
import { StatedError } from '#server/platform/stated-error.ts'

/** The models' result for one face; lengths in pixels. */
export type DetectedFace = {
  readonly score: number
  readonly boxScore: number
  readonly box: readonly [x: number, y: number, width: number, height: number]
  readonly annotations: EyeLids
  readonly embedding?: readonly number[]
  readonly real?: number
  readonly live?: number
}

type Detection = { readonly face: readonly DetectedFace[]; readonly error?: string | null }
type Human = {
  readonly load: () => Promise<void>
  readonly detect: (input: tf.Tensor3D) => Promise<Detection>
  readonly match: {
    readonly similarity: (one: readonly number[], other: readonly number[]) => number
  }
}

export type FaceModels = {
  /** Every face in a picture of red, green and blue bytes, row by row. */
  readonly detect: (
    pixels: Uint8Array,
    widthPixels: number,
    heightPixels: number,
  ) => Promise<readonly DetectedFace[]>
  /** The similarity of two faces, from 0 to 1. */
  readonly similarity: (one: readonly number[], other: readonly number[]) => number
}

const require = createRequire(import.meta.url)
const packageFolder = join(dirname(require.resolve('@vladmandic/human')), '..')
const wasmFolder = `${dirname(require.resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm'))}/`

/** Disables caching between pictures: each may show another person. */
const afresh = { skipFrames: 0, skipTime: 0 }
const off = { enabled: false }
const config = {
  backend: 'wasm',
  wasmPath: wasmFolder,
  modelBasePath: pathToFileURL(join(packageFolder, 'models/')).href,
  debug: false,
  async: false,
  cacheModels: false,
  cacheSensitivity: 0,
  skipAllowed: false,
  filter: off,
  gesture: off,
  body: off,
  hand: off,
  object: off,
  segmentation: off,
  face: {
    enabled: true,
    detector: { maxDetected: 4, minConfidence: 0.3, rotation: true, ...afresh },
    mesh: { enabled: true, ...afresh },
    iris: { enabled: true, ...afresh },
    description: { enabled: true, ...afresh },
    antispoof: { enabled: true, ...afresh },
    liveness: { enabled: true, ...afresh },
    emotion: off,
  },
}

/** Loads the models, which takes a moment and some 200 MB. */
export async function loadFaceModels(): Promise<FaceModels> {
  // Routers return null for URLs of others, which their type does not allow.
  tf.io.registerLoadRouter(url => fromDisk(url) as tf.io.IOHandler)
  const { Human } = require(join(packageFolder, 'dist', 'human.node-wasm.js')) as {
    Human: new (config: object) => Human
  }
  const human = new Human(config)
  await human.load()
  return {
    similarity: human.match.similarity,
    async detect(pixels, widthPixels, heightPixels) {
      const input = tf.tensor3d(pixels, [heightPixels, widthPixels, 3], 'int32')
      try {
        const { face, error } = await human.detect(input)
        if (error) throw StatedError.of('The face models failed.')
        return face
      } finally {
        input.dispose()
      }
    },
  }
}

function fromDisk(url: string | string[]): tf.io.IOHandler | null {
  return typeof url === 'string' && url.startsWith('file:') ? { load: () => readModel(url) } : null
}

type Manifest = {
  readonly paths: readonly string[]
  readonly weights: tf.io.WeightsManifestEntry[]
}

/** A model consists of two files: its description and its weights. */
async function readModel(url: string): Promise<tf.io.ModelArtifacts> {
  const model = JSON.parse(await readFile(new URL(url), 'utf8'))
  const manifest: Manifest[] = model.weightsManifest
  const parts = await Promise.all(
    manifest.flatMap(({ paths }) => paths).map(path => readFile(new URL(path, url))),
  )
  return {
    modelTopology: model.modelTopology,
    format: model.format,
    signature: model.signature,
    userDefinedMetadata: model.userDefinedMetadata,
    modelInitializer: model.modelInitializer,
    weightSpecs: manifest.flatMap(({ weights }) => weights),
    weightData: new Uint8Array(Buffer.concat(parts)).buffer,
  }
}
