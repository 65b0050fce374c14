import { bank } from '#contract/bank.ts'
import { contact } from '#contract/contact.ts'
import { digilocker } from '#contract/digilocker.ts'
import { directory } from '#contract/directory.ts'
import { kyc } from '#contract/kyc.ts'
import { place, verify } from '#contract/verify.ts'
import { sendAadhaarOtp, verifyAadhaarOtp } from '#server/identity/aadhaar.ts'
import { proveByCode } from '#server/identity/aadhaar-code.ts'
import { addBankCard, bankCardList } from '#server/identity/bank-account.ts'
import { bankNameOf } from '#server/identity/bank-names.ts'
import { declineNaming, namingOf } from '#server/identity/contact-notice.ts'
import { givenContacts, saveGivenContacts } from '#server/identity/contacts.ts'
import { bankOfCode } from '#server/identity/db/bank-code.ts'
import {
  banksOfDirectory,
  branchByIfsc,
  branchesOfCity,
  citiesOfState,
  statesOfBank,
} from '#server/identity/db/directory.ts'
import {
  type DigilockerServices,
  digilockerResult,
  openDigilocker,
} from '#server/identity/digilocker.ts'
import { checkFace, faceStatus, holdFace } from '#server/identity/face.ts'
import { saveIdentity } from '#server/identity/identity.ts'
import { saveIdentityByCards } from '#server/identity/identity-by-cards.ts'
import { districtsOf, states } from '#server/identity/places/places.ts'
import { formWithAnswers, saveForm } from '#server/identity/profile.ts'
import {
  chooseIdentityVariant,
  identityPage,
  readOneCard,
  takeUpload,
  uploadsOf,
} from '#server/identity/uploads.ts'
import { type VerificationServices, verificationStatus } from '#server/identity/verification.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import type { Services } from '#server/services.ts'

/** Aadhaar number, PAN and face. */
export function kycRoutes(services: VerificationServices): Route[] {
  return routes(kyc, {
    type: (_input, { borrowerId }) => {
      // The face comes next, on this page or after it.
      services.face.prepare?.()
      return identityPage(services, borrowerId)
    },
    chooseType: ({ kycPageType }, call) => chooseIdentityVariant(services, call, kycPageType),
    upload: (entry, call) => takeUpload(services, call, entry),
    readCard: ({ type, image, notNeed }, call) =>
      readOneCard(services, call, { kind: type, image, column: 'image', notNeed }),
    uploads: (_input, { borrowerId }) => uploadsOf(services, borrowerId),
    sendAadhaarOtp: ({ aadhaar }, call) => sendAadhaarOtp(services, call, aadhaar),
    verifyAadhaarOtp: (entry, call) => verifyAadhaarOtp(services, call, entry),
    proveByCode: ({ code }, call) => proveByCode(services, call, code),
    saveIdentity: (entry, call) =>
      entry.type === 1
        ? saveIdentityByCards(services, call, entry)
        : saveIdentity(services, call, entry),
    // A picture may come from a file, and a blink is not required: without one a person reviews it
    // (regulation, 4.8).
    livingConfig: async () => {
      services.face.prepare?.()
      return { 'living-config': { blink: services.face.asksForBlink, uploadAllowed: true } }
    },
    livingCheck: (pictures, call) => checkFace(services, call, pictures),
    livingHold: ({ imageId }, call) => holdFace(services, call, imageId),
    faceResult: (_input, { borrowerId }) => faceStatus(services.db, borrowerId),
  })
}

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

/** States and districts. An unknown state has none. */
export function placeRoutes(): Route[] {
  return routes(place, {
    states: async (_input, { language }) => [...states(language)],
    districts: async ({ stateId }) => [...districtsOf(stateId)],
  })
}

/** The page of an emergency contact, who has no account: the link's secret identifies them. */
export function contactRoutes(services: Services): Route[] {
  return routes(contact, {
    naming: (_input, call) => namingOf(services, call),
    decline: (_input, call) => declineNaming(services, call),
  })
}

/** Sharing the Aadhaar from DigiLocker. */
export function digilockerRoutes(services: DigilockerServices): Route[] {
  return routes(digilocker, {
    offer: async () => ({ isOffered: services.digilocker ? (1 as const) : (0 as const) }),
    open: ({ pid }, call) => openDigilocker(services, call, pid),
    result: (_input, call) => digilockerResult(services, call),
  })
}

/** The borrower's bank accounts. `productId` and `clientId` are accepted and change nothing. */
export function bankRoutes(services: VerificationServices): Route[] {
  return routes(bank, {
    cards: (_input, { borrowerId }) => bankCardList(services, borrowerId),
    addCard: (entry, call) => addBankCard(services, call, entry),
  })
}

/** Finds a branch by bank, state and city. An unknown id has nothing below it. */
export function directoryRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return routes(directory, {
    banks: () => banksOfDirectory(db),
    states: ({ pId }) => statesOfBank(db, pId),
    cities: ({ stateId }) => citiesOfState(db, stateId),
    branches: ({ cityId }) => branchesOfCity(db, cityId),
    bank: ({ code }) => bankOfCode(db, code),
    branch: async ({ ifsc }) => {
      const branch = await branchByIfsc(db, ifsc)
      return {
        bankName: bankNameOf({ ifsc, directoryBank: branch?.bank ?? null }),
        branch: branch ? { name: branch.name, city: branch.city, state: branch.state } : null,
      }
    },
  })
}
