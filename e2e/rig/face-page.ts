import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FacePicture, facePicture, filmOf } from '#server/testing/face-pictures.ts'
import type { Scene } from './journey.ts'
import { basicInfo, drawnFace, identity, type Person, type Step, signIn, workInfo } from './walk.ts'

/** The face check on this machine, which runs where none is configured. */
export const REAL_FACE_CHECK = { FACE_CHECK: 'embedded' }

/**
 * Returns the film for the camera of a face test, made from the photographs of a real person in
 * `FACES_FOLDER` if that is set.
 */
export async function faceFilm(does: 'blinks' | 'nothing'): Promise<Buffer> {
  return realFilm(does) ?? filmOf(await person(), does)
}

export function person(): Promise<FacePicture> {
  return facePicture()
}

function realFilm(does: 'blinks' | 'nothing'): Buffer | undefined {
  const folder = process.env.FACES_FOLDER
  if (!folder || !existsSync(join(folder, 'open.jpg'))) return undefined
  const [open, half, closed] = ['open', 'half', 'closed'].map(name =>
    readFileSync(join(folder, `${name}.jpg`)),
  )
  const times = (picture: Buffer | undefined, frames: number) =>
    Array.from({ length: frames }, () => picture ?? Buffer.alloc(0))
  const blink = does === 'blinks' ? [...times(half, 2), ...times(closed, 3), ...times(half, 2)] : []
  return Buffer.concat([...times(open, 20), ...blink, ...times(open, 20)])
}

/** The step of the face where it is really checked: the picture is taken at a blink. */
export const blinkingFace: Step = {
  ...drawnFace,
  async fill({ page, tap }) {
    await tap('Open camera')
    await page.getByAltText('The picture of your face').waitFor()
  },
}

/** Signs in, completes the steps before the face, and arrives at the face page. */
export async function arriveAtFace(
  scene: Scene,
  who: Person,
  productId = 'saral-weekly',
): Promise<void> {
  await scene.page.goto('/login')
  await signIn(scene, who)
  await scene.arrive('/')
  await scene.page.goto(`/auth/index?pid=${productId}`)
  for (const step of [basicInfo, workInfo, identity] satisfies Step[]) {
    await scene.arrive(step.path)
    await step.fill(scene, who)
    await step.submit(scene)
  }
  await scene.arrive('/auth/face')
}
