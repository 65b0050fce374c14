/** Opens the outside services as ports: the only place that chooses adapters. */

import type { Config } from '#server/platform/config.ts'
import { fileStore } from '#server/platform/files/choose.ts'
import { encryptedFiles } from '#server/platform/files/store.ts'
import { instrumentedPort } from '#server/platform/metrics/metrics.ts'
import { redactingPort } from '#server/platform/redaction.ts'
import { cardsBy, facesBy, vendorPorts } from '#server/providers/choose.ts'
import { embeddedFaceCheck } from '#server/providers/face/embedded/checker.ts'
import type { FacePort } from '#server/providers/face/port.ts'
import { facesWithReadyMade } from '#server/providers/face/ready-made.ts'
import { keyTestsOf, vendorsByPort } from '#server/providers/key-tests.ts'
import type { KeyWatch } from '#server/providers/key-watch.ts'
import type { PushPort } from '#server/providers/push/port.ts'
import { loadPushKeys } from '#server/providers/push/push-keys.ts'
import { webPushPort } from '#server/providers/push/web-push.ts'
import { oidcSignIn } from '#server/providers/staff-sign-in/oidc.ts'
import { simulatesLives } from '#server/sandbox/parts.ts'
import { openSimulatedWorld, redactingPorts } from '#server/sandbox/world.ts'

/** The lender's own sign-in for its people, if it is configured. */
export function staffSignInBy({ staffSignIn }: Config, metrics: KeyWatch['metrics']) {
  return (
    staffSignIn &&
    redactingPort(
      'the sign-in of staff',
      instrumentedPort('staffSignIn', oidcSignIn(staffSignIn), metrics),
    )
  )
}

/** The harmless call that tests each vendor's key, and which vendor is behind each port. */
export const keysOf = (config: Config) => ({
  tests: keyTestsOf(config),
  vendors: vendorsByPort(config),
})

type PortParts = Omit<Parameters<typeof openSimulatedWorld>[0], 'push' | 'simulated'> & {
  readonly metrics: KeyWatch['metrics']
  /** Puts another face check in place of the configured one. */
  readonly faces?: ((usual: FacePort) => FacePort) | undefined
}

/** Opens the outside services, of vendors or simulated, as ports that are redacted and measured. */
export async function openPorts(
  config: Config,
  parts: PortParts,
  undo: (() => Promise<unknown>)[],
) {
  const { clock, ids, cipher, metrics, publicOrigin, faces = (usual: FacePort) => usual } = parts
  const { vendors, simulated } = config
  const push = await pushWay(config)
  const world = await openSimulatedWorld({ ...parts, push, simulated })
  const checked = config.faceCheck === 'simulated' ? world.face : embeddedFaces(undo)
  const here = simulatesLives(simulated) ? facesWithReadyMade(checked, world.face) : checked
  const face = faces(facesBy(config, { clock, ids, here }))
  const ports = redactingPorts(
    {
      ...world,
      face,
      ...vendorPorts(vendors, { clock, ids, publicOrigin, email: config.customer.email }),
    },
    metrics,
  )
  const files = redactingPort(
    'the file store',
    encryptedFiles(instrumentedPort('files', fileStore(config), metrics), cipher),
  )
  const digilocker = config.isDigilockerOffered ? ports.digilocker : undefined
  const mandate = config.isAutoPayOffered ? ports.mandate : undefined
  const documents = redactingPort(
    'the reader of cards',
    instrumentedPort('document', cardsBy(config, { clock, ids }), metrics),
  )
  undo.push(() => documents.close())
  return { world, ports: { ...ports, digilocker, mandate, documents, files } }
}

/** Finds faces on this machine, also where other services are simulated. */
function embeddedFaces(undo: (() => Promise<unknown>)[]): FacePort {
  const check = embeddedFaceCheck()
  undo.push(() => check.close())
  return check
}

/**
 * Notifications reach real browsers only where that is configured; their keys are the same either
 * way.
 */
async function pushWay(config: Config): Promise<{ publicKey: string; real: PushPort | undefined }> {
  const keys = await loadPushKeys(config)
  const subject = `mailto:${config.customer.email}`
  return {
    publicKey: keys.publicKey,
    real: config.push.isReal
      ? webPushPort({ keys, subject, extraHosts: config.push.extraHosts })
      : undefined,
  }
}
