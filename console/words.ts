import problem from '#words/en/server/problem.json'
import { fill, type Messages, type Values } from '#words/messages.ts'
import access from '#words/staff/access.json'
import audit from '#words/staff/audit.json'
import borrower from '#words/staff/borrower.json'
import collection from '#words/staff/collection.json'
import complaint from '#words/staff/complaint.json'
import content from '#words/staff/content.json'
import decide from '#words/staff/decide.json'
import frame from '#words/staff/en.json'
import face from '#words/staff/face.json'
import hardship from '#words/staff/hardship.json'
import keys from '#words/staff/keys.json'
import look from '#words/staff/look.json'
import looks from '#words/staff/looks.json'
import names from '#words/staff/names.json'
import order from '#words/staff/order.json'
import permission from '#words/staff/permission.json'
import product from '#words/staff/product.json'
import proposal from '#words/staff/proposal.json'
import record from '#words/staff/record.json'
import report from '#words/staff/report.json'
import trouble from '#words/staff/trouble.json'
import view from '#words/staff/view.json'

/** The build compiles the catalogues (web/build/catalogues.ts): one for each area of the console. */
const catalogues = {
  ...frame,
  ...access,
  ...audit,
  ...borrower,
  ...collection,
  ...complaint,
  ...content,
  ...decide,
  ...face,
  ...hardship,
  ...keys,
  ...look,
  ...names,
  ...looks,
  ...order,
  ...permission,
  ...problem,
  ...product,
  ...proposal,
  ...record,
  ...report,
  ...trouble,
  ...view,
}
export type WordId = keyof typeof catalogues
const messages = catalogues as Messages

/** Whether there is a text with this id. */
export function hasWord(id: string): id is WordId {
  return Object.hasOwn(catalogues, id)
}

/** A text of the console, with its placeholders filled in. */
export function say(id: WordId, values: Values = {}): string {
  const message = messages[id]
  return message === undefined ? id : fill(message, values, 'en')
}
