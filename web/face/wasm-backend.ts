import { setWasmPaths as setPaths } from '@tensorflow/tfjs-backend-wasm'
import simd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url'

export { BackendWasm, getThreadsCount, setThreadsCount } from '@tensorflow/tfjs-backend-wasm'

/** Called by the face library with a folder; our files are named by their content. Every browser we build for has SIMD. */
export function setWasmPaths(): void {
  const names = [
    'tfjs-backend-wasm.wasm',
    'tfjs-backend-wasm-simd.wasm',
    'tfjs-backend-wasm-threaded-simd.wasm',
  ]
  setPaths(Object.fromEntries(names.map(name => [name, simd])))
}
