import { setWasmPaths as setPaths } from '@tensorflow/tfjs-backend-wasm'
import simd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url'

export { BackendWasm, getThreadsCount, setThreadsCount } from '@tensorflow/tfjs-backend-wasm'

/**
 * The face library calls this with a folder, but our files have content hashes in their names.
 * Every browser we build for has SIMD.
 */
export function setWasmPaths(): void {
  const names = [
    'tfjs-backend-wasm.wasm',
    'tfjs-backend-wasm-simd.wasm',
    'tfjs-backend-wasm-threaded-simd.wasm',
  ]
  setPaths(Object.fromEntries(names.map(name => [name, simd])))
}
