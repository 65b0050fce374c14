import { expect, test } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { type Campaign, runCampaign } from '#server/testing/campaign.ts'

/** A small part of the campaign that `npm run rig -- campaign` runs. */
const SMALL: Campaign = {
  prefixes: 40,
  addressesEach: 1,
  everyMinutes: 720,
  worksOnEvery: 1,
  owners: 2,
  ownersEveryMinutes: 360,
}
/** 10,000 networks. */
const WHOLE: Campaign = {
  prefixes: 10_000,
  addressesEach: 1,
  everyMinutes: 720,
  // Hashing takes most of the campaign's time.
  worksOnEvery: 4,
  owners: 10,
  ownersEveryMinutes: 120,
}
const isWhole = process.env.CAMPAIGN === 'whole'
const PATIENCE_MS = isWhole ? 3_600_000 : 120_000

test(
  'a campaign of a day over many numbers gets few guesses, and delays owners by at most a minute',
  async () => {
    const server = await testServer({
      // Each proof of work is short, because the attacker computes every one.
      config: { limitScale: 1, trustedProxies: ['loopback'], proofOfWorkBits: 0 },
    })
    try {
      const campaign = isWhole ? WHOLE : SMALL
      const outcome = await runCampaign(server, campaign)
      if (isWhole) console.log(JSON.stringify(outcome, undefined, 2))
      expect(outcome.codesSent).toBeGreaterThan(campaign.prefixes)
      const { guessesJudged, onKnownDevices, onNewDevices } = outcome
      const worth = Object.entries(guessesJudged).map(
        ([digits, count]) => count / 10 ** (Number(digits) - 4),
      )
      expect(worth.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(500)
      // The size of the budget, its refill of a day, and the guesses under way on six connections.
      expect(guessesJudged[4]).toBeLessThanOrEqual(180 + 7 * 24 + 6)
      expect(guessesJudged[4]).toBeGreaterThanOrEqual(100)
      expect(guessesJudged[6]).toBeGreaterThan(0)
      expect(onKnownDevices.tries).toBeGreaterThan(0)
      expect(onKnownDevices.atOnce).toBe(onKnownDevices.tries)
      expect(onNewDevices.tries).toBeGreaterThan(0)
      expect(onNewDevices.later).toBe(0)
      expect(onKnownDevices.proofsOfWork).toBe(0)
    } finally {
      await server.close()
    }
  },
  PATIENCE_MS,
)
