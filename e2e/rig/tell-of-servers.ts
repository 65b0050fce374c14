/** Before each file of journeys: where a try fails, what the servers printed meanwhile is shown beside it. */
import { afterEach } from 'vitest'
import { takePrinted } from './server.ts'

afterEach(({ task }) => {
  const printed = takePrinted()
  if (task.result?.state === 'fail' && printed !== '') console.log(`The servers printed:\n${printed}`)
})
