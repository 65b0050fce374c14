import * as tf from '@tensorflow/tfjs-core'
import blazefaceWeights from 'face-models/models/blazeface.bin?url'
import blazeface from 'face-models/models/blazeface.json?url'
import facemeshWeights from 'face-models/models/facemesh.bin?url'
import facemesh from 'face-models/models/facemesh.json?url'
import irisWeights from 'face-models/models/iris.bin?url'
import iris from 'face-models/models/iris.json?url'

/** Finds faces; draws their shape; draws their eyes. */
const MODELS: Readonly<Record<string, { readonly model: string; readonly weights: string }>> = {
  blazeface: { model: blazeface, weights: blazefaceWeights },
  facemesh: { model: facemesh, weights: facemeshWeights },
  iris: { model: iris, weights: irisWeights },
}

/** The folder that the face library is told: no address, so that it is `loadModels` that fetches and counts. */
export const MODEL_FOLDER = 'model:/'

type Manifest = { readonly weights: tf.io.WeightsManifestEntry[] }

/** Has the models fetched from our own files. `onBytes` hears of every piece that came, unpacked. */
export function loadModels(onBytes: (bytes: number) => void): void {
  const handlerFor = (url: string | string[]): tf.io.IOHandler | null => {
    if (typeof url !== 'string' || !url.startsWith(MODEL_FOLDER)) return null
    const files = MODELS[url.slice(MODEL_FOLDER.length).replace('.json', '')]
    return files ? { load: () => artifactsOf(files, onBytes) } : null
  }
  // Routers answer null for what is not theirs, which their type does not say.
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
  if (!ok || !body) throw new Error('A face model did not arrive.')
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const reader = body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value)
    onBytes(piece.value.length)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}
