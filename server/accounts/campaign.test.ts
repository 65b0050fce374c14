import { expect, test } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { type Campaign, runCampaign } from '#server/testing/campaign.ts'

/** A hundredth of the campaign that `npm run campaign` runs. */
const SMALL: Campaign = {
  prefixes: 20,
  addressesEach: 2,
  everyMinutes: 360,
  worksOnEvery: 1,
  owners: 3,
  ownersEveryMinutes: 360,
}
/** 2,000 addresses in 200 /24s. */
const WHOLE: Campaign = {
  prefixes: 200,
  addressesEach: 10,
  everyMinutes: 60,
  // Hashing is most of the time that the campaign takes.
  worksOnEvery: 10,
  owners: 10,
  ownersEveryMinutes: 120,
}
const isWhole = process.env.CAMPAIGN === 'whole'
const PATIENCE_MS = isWhole ? 3_600_000 : 60_000

test(
  'a campaign of a day over many numbers has few guesses judged, and no owner waits longer than ten minutes',
  async () => {
    const server = await testServer({
      // Each proof of work is short, because the attacker does every one.
      config: { limitScale: 1, trustedProxies: ['loopback'], proofOfWorkBits: 1 },
    })
    try {
      const campaign = isWhole ? WHOLE : SMALL
      const outcome = await runCampaign(server, campaign)
      if (isWhole) console.log(JSON.stringify(outcome, undefined, 2))
      expect(outcome.codesSent).toBeGreaterThan(campaign.prefixes)
      // Two of each prefix, and what all others share in a day: 24, and two each hour.
      expect(outcome.guessesJudged).toBeLessThanOrEqual(campaign.prefixes * 2 + 24 + 2 * 24 + 6)
      expect(outcome.guessesJudged).toBeGreaterThanOrEqual(campaign.prefixes)
      const { onKnownDevices, onNewDevices } = outcome
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
