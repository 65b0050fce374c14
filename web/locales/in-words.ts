import { loadAreas, sayKnown } from '#web/locales/i18n.ts'
import { sentenceOf, type Told, type ToldOf } from '#words/reasons.ts'

/** Any call may be refused: their catalogue is fetched beside the first code that may have to say so. */
void loadAreas(['refusal']).catch(() => undefined)

/** A reason in the borrower's language; the server's sentence where this version of the app does not know the reason. */
export function inWords(what: ToldOf, told: Told & { readonly msg: string }): string {
  return sentenceOf(what, told, sayKnown) ?? told.msg
}
