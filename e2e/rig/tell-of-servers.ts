/** Before each file of journeys: where a try fails, what the servers printed meanwhile is shown beside it; at the end their log is looked at. */
import { afterAll, afterEach, expect } from 'vitest'
import { takeLogFaults, takePrinted } from './server.ts'

afterEach(({ task }) => {
  const printed = takePrinted()
  if (task.result?.state === 'fail' && printed !== '')
    console.log(`The servers printed:\n${printed}`)
})

// Registered before the journeys' own, so it runs after them, when the servers have ended.
afterAll(() => expect(takeLogFaults(), 'what the servers logged beside information').toEqual([]))
