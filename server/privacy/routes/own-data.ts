import { ownData } from '#contract/own-data.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import { downloadOwnData } from '#server/privacy/data-download.ts'
import { type EraseServices, eraseOwnData } from '#server/privacy/erase.ts'
import { dataOverview } from '#server/privacy/own-data.ts'

/** What a borrower may know, take along and have erased. */
export function ownDataRoutes(services: EraseServices): Route[] {
  return routes(ownData, {
    overview: (_input, call) => dataOverview(services.db, call),
    download: (_input, call) => downloadOwnData(services, call),
    erase: ({ what }, call) => eraseOwnData(services, call, what),
  })
}
