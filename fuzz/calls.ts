import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { INPUTS } from '#server/testing/personal-values.ts'

/** A call of the contract, and a sample of its input in wire form, if there is one. */
export type Call = {
  readonly name: string
  readonly endpoint: Endpoint
  readonly sample: Readonly<Record<string, unknown>>
}

type Samples = Readonly<Record<string, Readonly<Record<string, Call['sample']>>>>

export const CALLS = callsOf(contract)
/** The calls of the console, which `staff.test.ts` sends as every role. */
export const STAFF_CALLS = callsOf(staffContract)

function callsOf(areas: object): readonly Call[] {
  return Object.entries(areas).flatMap(([area, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
      name: `${area}.${name}`,
      endpoint,
      sample: (INPUTS as Samples)[area]?.[name] ?? {},
    })),
  )
}
