import type { PanPort } from '#server/providers/pan/port.ts'
import { nameElsewhere } from '#server/providers/simulated/inputs.ts'

/**
 * The simulated tax register agrees with Aadhaar, except: a PAN whose fifth letter is `X` is
 * unknown (product §7), and by its four digits `0002` has the name written differently, `0003` has
 * another person's name.
 */
export function panSimulator(): PanPort {
  return {
    async verify({ pan, name }) {
      if (pan.charAt(4) === 'X') return { state: 'refused', reason: 'not-found' }
      return { state: 'valid', registeredName: nameElsewhere(name, pan.slice(5, 9)) }
    },
  }
}
