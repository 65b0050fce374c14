import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const folder = fileURLToPath(new URL('../../node_modules/@vladmandic/human', import.meta.url))
const ownFile = (file: string) => fileURLToPath(new URL(`../face/${file}`, import.meta.url))

/**
 * Locates the face library's bundler build and its models; of TensorFlow.js only the WebAssembly
 * backend is included.
 */
export const faceAliases = [
  { find: /^face-models\/human$/, replacement: `${folder}/dist/human.esm-nobundle.js` },
  { find: /^face-models\/models\//, replacement: `${folder}/models/` },
  {
    find: /^@tensorflow\/tfjs-backend-wasm\/dist\/index\.js$/,
    replacement: ownFile('wasm-backend.ts'),
  },
  {
    find: /^@tensorflow\/tfjs-backend-(cpu|webgl|webgpu)\/dist\/index\.js$/,
    replacement: ownFile('no-backend.ts'),
  },
]

const FILES = ['blazeface', 'facemesh', 'iris'].flatMap(model => [`${model}.json`, `${model}.bin`])

/** The sizes of the models that the page needs, unpacked and compressed. */
export function faceModelBytes(): { unpacked: number; packed: number } {
  const contents = FILES.map(file => readFileSync(`${folder}/models/${file}`))
  const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0)
  return {
    unpacked: total(contents.map(({ length }) => length)),
    packed: total(contents.map(content => gzipSync(content).length)),
  }
}
