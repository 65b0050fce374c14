/**
 * Prints the output of the servers after a failed journey, and fails a file whose servers logged a
 * fault.
 */
import { afterAll, afterEach, expect } from 'vitest'
import { takeLogFaults, takePrinted } from './server.ts'

afterEach(({ task }) => {
  const printed = takePrinted()
  if (task.result?.state === 'fail' && printed !== '')
    console.log(`The servers printed:\n${printed}`)
})

// Registered before the hooks of the journeys, so it runs after them, when the servers have ended.
afterAll(() => expect(takeLogFaults(), 'faults in the logs of the servers').toEqual([]))
