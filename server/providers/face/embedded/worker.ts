/** The thread that runs the models: it decodes and examines pictures, and stores nothing. */
import { parentPort } from 'node:worker_threads'
import type { FacePictures } from '#server/providers/face/port.ts'
import { findFaces } from './find-faces.ts'
import { loadFaceModels } from './human.ts'
import { judge } from './judge.ts'

const models = loadFaceModels()

parentPort?.on('message', (pictures: FacePictures) => {
  check(pictures).then(
    verdict => parentPort?.postMessage({ result: verdict }),
    () => parentPort?.postMessage({}),
  )
})

async function check({ face, closed, documents }: FacePictures) {
  const loaded = await models
  const look = (picture: Uint8Array) => findFaces(loaded, picture)
  const sight = await look(face)
  const blink = closed && (await look(closed))
  const cards = []
  for (const document of documents) cards.push(await look(document))
  return judge({ face: sight, closed: blink, documents: cards }, loaded.similarity)
}
