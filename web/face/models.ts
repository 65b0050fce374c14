import * as tf from '@tensorflow/tfjs-core'
import blazefaceWeights from 'face-models/models/blazeface.bin?url'
import blazeface from 'face-models/models/blazeface.json?url'
import facemeshWeights from 'face-models/models/facemesh.bin?url'
import facemesh from 'face-models/models/facemesh.json?url'
import irisWeights from 'face-models/models/iris.bin?url'
import iris from 'face-models/models/iris.json?url'

/** The models for face detection, face mesh and eyes. */
const MODELS: Readonly<Record<string, { readonly model: string; readonly weights: string }>> = {
  blazeface: { model: blazeface, weights: blazefaceWeights },
  facemesh: { model: facemesh, weights: facemeshWeights },
  iris: { model: iris, weights: irisWeights },
}

/**
 * The folder name given to the face library: not an address, so that `loadModels` does the fetching
 * and counting.
 */
export const MODEL_FOLDER = 'model:/'

type Manifest = { readonly weights: tf.io.WeightsManifestEntry[] }

/**
 * Makes TensorFlow load the models from our own files. Calls `onBytes` for every chunk that
 * arrives, unpacked.
 */
export function loadModels(onBytes: (bytes: number) => void): void {
  const handlerFor = (url: string | string[]): tf.io.IOHandler | null => {
    if (typeof url !== 'string' || !url.startsWith(MODEL_FOLDER)) return null
    const files = MODELS[url.slice(MODEL_FOLDER.length).replace('.json', '')]
    return files ? { load: () => artifactsOf(files, onBytes) } : null
  }
  // A router returns null for a path that is not its own, which its type does not allow.
  tf.io.registerLoadRouter(url => handlerFor(url) as tf.io.IOHandler)
}

async function artifactsOf(
  { model, weights }: { readonly model: string; readonly weights: string },
  onBytes: (bytes: number) => void,
): Promise<tf.io.ModelArtifacts> {
  const [text, weightData] = await Promise.all([bytesOf(model, onBytes), bytesOf(weights, onBytes)])
  const described = JSON.parse(new TextDecoder().decode(text))
  const manifest: Manifest[] = described.weightsManifest
  return {
    modelTopology: described.modelTopology,
    format: described.format,
    signature: described.signature,
    userDefinedMetadata: described.userDefinedMetadata,
    modelInitializer: described.modelInitializer,
    weightSpecs: manifest.flatMap(({ weights }) => weights),
    weightData: weightData.buffer,
  }
}

async function bytesOf(
  url: string,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { ok, body } = await fetch(url)
  if (!ok || !body) throw new Error('Face model download failed.')
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const reader = body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value)
    onBytes(piece.value.length)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}
