import { expect } from 'vitest'
import { readyBorrower } from '#e2e/rig/borrower.ts'
import { desktop } from '#e2e/rig/device.ts'
import { enterAs } from '#e2e/rig/enter-as.ts'
import { journey, openOwnProduct } from '#e2e/rig/journey.ts'

openOwnProduct()

const WHY = 'Their wages came late.'

journey(
  'penal charges are waived by two persons, and the borrower reads it',
  async scene => {
    const { page, see, tap, type, look, server, sandbox } = scene
    const person = await readyBorrower(server.origin)
    const orderId = await person.borrow('saral-seven', 5_000)
    await sandbox.advance('P10D')
    await person.orderIs(orderId, '8')

    await enterAs(scene, 'collections')
    await page.goto('/console/collections')
    await tap('Open')
    await page.getByRole('main').getByRole('button', { name: 'Open', exact: true }).click()
    // Three days overdue: ₹15.11 of penal charges (specification, V3).
    await see('At most ₹15.11, what is owed of them today. Interest and principal stay.')
    await type('Penal charges to waive, in rupees', '10')
    await type('Reason', WHY)
    await look('console waiver')
    await tap('Propose the waiver')
    await page.waitForURL(/\/console\/proposals$/)
    await see('Another person has to decide this')
    expect(await page.getByRole('button', { name: 'Approve' }).count(), 'not by oneself').toBe(0)

    await enterAs(scene, 'finance')
    await page.getByRole('listitem', { name: 'Proposal' }).getByText('Open').click()
    await see(WHY)
    await type('Reason', 'The wages came late, as the note says.')
    await look('console waiver to decide')
    await tap('Approve')
    await see('approved by finance@sandbox.example')

    const waived = await server.reading(db =>
      db.raw('SELECT amount::int AS paise FROM penal_waiver WHERE order_id = $1', [orderId]),
    )
    expect(waived).toEqual([{ paise: 1_000 }])

    await person.enter(page.context())
    await page.goto(`/orders/${orderId}/detail`)
    await see(/₹10\.00.*penal charge/)
    await see('₹5,055.11')
    await look('waived penal charge')
  },
  [desktop],
)
