import { expect, test } from 'vitest'
import { challengeText, readProof } from '#contract/proof-of-work.ts'
import { WORK_PARTS } from '#domain/accounts/proof-of-work.ts'
import { proofOfWork } from '#web/device/proof-of-work.ts'

test('solves a challenge of the server, and rejects any other text', async () => {
  const challenge = { id: 'i'.repeat(43), expires: 1_795_000_000, bits: 1, seal: 's'.repeat(43) }
  const proof = readProof(await proofOfWork(challengeText(challenge)))
  expect(proof?.challenge).toEqual(challenge)
  expect(proof?.numbers).toHaveLength(WORK_PARTS)
  for (const other of [undefined, '', 'i.1.1.s', `${challengeText(challenge)}.`])
    expect(await proofOfWork(other)).toBeUndefined()
})
