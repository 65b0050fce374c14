import type { Output } from '#contract/endpoint.ts'
import type { hardship } from '#contract/hardship.ts'

export type HardshipData = Output<typeof hardship.plans>
export type Plan = HardshipData['plans'][number]
