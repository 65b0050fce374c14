import { verify } from '#contract/verify.ts'
import { givenContacts, saveGivenContacts } from '#server/identity/contacts.ts'
import { formWithAnswers, saveForm } from '#server/identity/profile.ts'
import { verificationStatus } from '#server/identity/verification.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Services } from '#server/services.ts'

/** The steps of verification, the two forms, and the emergency contacts. */
export function verifyRoutes(services: Services): Route[] {
  return routes(verify, {
    status: (_input, { borrowerId }) => verificationStatus(services.db, borrowerId),
    baseInfoForm: (_input, { borrowerId, language }) =>
      formWithAnswers(services, borrowerId, 'base-info', language),
    workInfoForm: async (_input, { borrowerId, language }) => {
      const fields = await formWithAnswers(services, borrowerId, 'work-info', language)
      const hideable = (canHidden: 0 | 1) => fields.filter(field => field.canHidden === canHidden)
      return { canHidden: hideable(1), cannotHidden: hideable(0) }
    },
    saveBaseInfo: (answers, call) => saveForm(services, call, 'base-info', answers),
    saveWorkInfo: (answers, call) => saveForm(services, call, 'work-info', answers),
    contacts: (_input, { borrowerId }) => givenContacts(services, borrowerId),
    saveContacts: (contacts, call) => saveGivenContacts(services, call, contacts),
  })
}
