import { ownData } from '#contract/own-data.ts'
import { downloadOwnData } from '#server/flows/data-download.ts'
import { type EraseServices, eraseOwnData } from '#server/flows/erase.ts'
import { dataOverview } from '#server/flows/own-data.ts'
import { type Route, routes } from '#server/http/call.ts'

/** What a borrower may know, take along and have erased. */
export function ownDataRoutes(services: EraseServices): Route[] {
  return routes(ownData, {
    overview: (_input, call) => dataOverview(services.db, call),
    download: (_input, call) => downloadOwnData(services, call),
    erase: ({ what }, call) => eraseOwnData(services, call, what),
  })
}
