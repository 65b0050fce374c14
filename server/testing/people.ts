/** Borrowers for tests of verification, signed in through the real calls, with unused numbers. */
import type { Client } from '#contract/client.ts'
import { contract } from '#contract/index.ts'
import type { AadhaarNumber } from '#domain/identity/identity.ts'
import type { TestServer } from './app.ts'
import { aadhaarEnding, borrowerIdOf, proveIdentity } from './verification.ts'

type Person = {
  readonly phone: string
  readonly aadhaar: AadhaarNumber
  readonly kyc: Client<typeof contract.kyc>
}

export function peopleOn(server: TestServer) {
  let people = 0
  /** A borrower who has proved nothing yet. */
  async function somebody() {
    people += 1
    const phone = `91982000${String(people).padStart(4, '0')}`
    const browser = await server.signIn(phone)
    // Moves time so that an OTP is the newest message to this number.
    server.clock.advance({ seconds: 1 })
    return {
      phone,
      browser,
      borrowerId: await borrowerIdOf(server, phone),
      aadhaar: aadhaarEnding(String(4000 + people), 30_000_000 + people * 100),
      panNo: `ABCPV${4000 + people}F`,
      kyc: browser.calls(contract.kyc),
      /** The state of the two steps. */
      isDone: async () => {
        const status = await browser.calls(contract.verify).status({})
        return (
          status.ok && { identity: status.data.kycAadhaarAndPan, face: status.data.kycFaceAndHold }
        )
      },
    }
  }
  return {
    somebody,
    /** A borrower whose identity is complete. */
    somebodyProven: async () => {
      const who = await somebody()
      await proveIdentity(server, who.browser, who.phone, who.aadhaar, who.panNo)
      return who
    },
    /** Requests an OTP and enters it, for the borrower's own number or another. */
    sendAndVerify: async (who: Person, aadhaar = who.aadhaar) => {
      await who.kyc.sendAadhaarOtp({ aadhaar })
      return who.kyc.verifyAadhaarOtp({ aadhaar, otp: await server.codeSentTo(who.phone) })
    },
  }
}

/** The refusal of a field as the client receives it. */
export function columnError(column: string, msg: string) {
  return { ok: false, code: -1, reason: 'answers-incomplete', msg, errorColumn: [{ column, msg }] }
}
