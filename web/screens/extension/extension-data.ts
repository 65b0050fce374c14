import type { Output } from '#contract/endpoint.ts'
import type { extension } from '#contract/extension.ts'

export type ExtensionData = Output<typeof extension.calculate>
