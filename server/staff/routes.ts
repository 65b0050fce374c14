import { isRefusal, refused } from '#contract/envelope.ts'
import { application } from '#contract/staff/application.ts'
import { audit } from '#contract/staff/audit.ts'
import { staffBorrower } from '#contract/staff/borrower.ts'
import { collection } from '#contract/staff/collection.ts'
import { complaint } from '#contract/staff/complaint.ts'
import { staffContent } from '#contract/staff/content.ts'
import { staffFace } from '#contract/staff/face.ts'
import { staffHardship } from '#contract/staff/hardship.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { staffLooks } from '#contract/staff/looks.ts'
import { staffNames } from '#contract/staff/names.ts'
import { staffOrder } from '#contract/staff/order.ts'
import { people } from '#contract/staff/people.ts'
import { policy } from '#contract/staff/policy.ts'
import { products } from '#contract/staff/product.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { report } from '#contract/staff/report.ts'
import { staffSession } from '#contract/staff/session.ts'
import { staffView } from '#contract/staff/view.ts'
import { indiaDayOf } from '#domain/day.ts'
import type { DecisionServices } from '#server/lending/borrowing/decide.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'
import { listProposals, openProposal } from '#server/staff/acts/proposal-lists.ts'
import {
  approveProposal,
  propose,
  refuseProposal,
  withdrawProposal,
} from '#server/staff/acts/propose.ts'
import {
  olderEvents,
  openBorrower,
  revealBorrower,
  searchBorrowers,
  signBorrowerOut,
} from '#server/staff/borrowers/borrowers.ts'
import { addNote } from '#server/staff/borrowers/notes.ts'
import { openOrder } from '#server/staff/borrowers/orders.ts'
import {
  callBorrower,
  keepNote,
  keepPromise,
  listOverdue,
  openOverdue,
} from '#server/staff/cases/collections.ts'
import {
  close,
  escalate,
  listComplaints,
  openComplaint,
  raise,
  reply,
  sort,
} from '#server/staff/cases/complaints.ts'
import { isSoundContent } from '#server/staff/catalogue/content.ts'
import { listContent, openContent } from '#server/staff/catalogue/content-state.ts'
import { isSoundPolicy, rehearsePolicy } from '#server/staff/catalogue/policy.ts'
import { policyState } from '#server/staff/catalogue/policy-state.ts'
import { isUnsound } from '#server/staff/catalogue/product-change.ts'
import {
  discardProduct,
  listProducts,
  openProduct,
  previewProduct,
  rehearseProduct,
  saveProduct,
  startProduct,
} from '#server/staff/catalogue/products.ts'
import { releasedTexts } from '#server/staff/catalogue/released-texts.ts'
import {
  approveApplication,
  denyApplication,
  openApplication,
  previewOfDenial,
  revealOf,
} from '#server/staff/decisions/applications.ts'
import {
  type FaceServices,
  openFace,
  revealCards,
  settleFaceByStaff,
} from '#server/staff/decisions/faces.ts'
import { answerHardship, openHardship } from '#server/staff/decisions/hardship.ts'
import { openNames, revealNames, settleNamesByStaff } from '#server/staff/decisions/names.ts'
import { askAboutApplication, previewOfQuestion } from '#server/staff/decisions/questions.ts'
import {
  colleaguesFor,
  handOver,
  inboxFor,
  putOff,
  resume,
  take,
} from '#server/staff/inbox/inbox.ts'
import { openTrouble } from '#server/staff/inbox/trouble.ts'
import { openLookDay, reviewLooks, withLimitNoted } from '#server/staff/looks/look-limits.ts'
import { reportFailedPage } from '#server/staff/page-failed.ts'
import { confirmAccount, confirmationOf, linkFor } from '#server/staff/people/accounts.ts'
import { endStaffSession, staffOf } from '#server/staff/people/db/staff.ts'
import {
  addOwnPasskey,
  addPasskeyOptions,
  makeChallenge,
  ownPasskeys,
  type PasskeyServices,
  readInvitation,
  reauthenticate,
  registerPasskey,
  removeOwnPasskey,
  signInByPasskey,
} from '#server/staff/people/passkeys.ts'
import { consoleOrigin, invitationAddress, mailOf } from '#server/staff/people/people.ts'
import { peopleFor } from '#server/staff/people/people-list.ts'
import {
  completeByCode,
  fromProvider,
  type ProviderServices,
  sendToProvider,
} from '#server/staff/people/provider.ts'
import { endOneSession, ownSessions } from '#server/staff/people/sessions.ts'
import { ownViews, removeView, renameView, saveView } from '#server/staff/people/views.ts'
import {
  beginVerification,
  logActs,
  searchLog,
  verifyMore,
} from '#server/staff/reports/audit-log.ts'
import { exportReport } from '#server/staff/reports/report-file.ts'
import {
  applicationsReport,
  bookReport,
  complaintsReport,
  monthReport,
  rowsReport,
  vintageReport,
} from '#server/staff/reports/reports.ts'

export type StaffServices = PasskeyServices & ProviderServices & DecisionServices & FaceServices

/** Every call of the console. */
export function staffRoutes(services: StaffServices): Route[] {
  return withLimitNoted(services, [
    ...sessionRoutes(services),
    ...viewRoutes(services),
    ...workRoutes(services),
    ...proposalRoutes(services),
    ...productRoutes(services),
    ...reportRoutes(services),
    ...auditRoutesOf(services),
  ])
}

function sessionRoutes(services: StaffServices): Route[] {
  const { db } = services
  return routes(staffSession, {
    ways: async () => ({ isProviderOffered: services.staffSignIn !== undefined }),
    challenge: () => makeChallenge(services),
    signIn: (assertion, call) => signInByPasskey(services, assertion, call),
    invitation: ({ link }) => readInvitation(services, link),
    register: (input, call) => registerPasskey(services, input, call),
    me: async (_input, { staff }) => {
      const row = await staffOf(db, staff.staffId)
      if (!row) throw new Error('a session has no member of staff')
      const { staffId, provedAt, isSimulated, way } = staff
      const confirmation = await confirmationOf(services, staffId)
      const rights = { roles: [...staff.roles], permissions: [...staff.permissions] }
      const mail = mailOf(services, row)
      return { staffId, mail, ...rights, provedAt, isSimulated, way, confirmation }
    },
    toProvider: (_input, call) => sendToProvider(services, call, null),
    proveAtProvider: (_input, call) => sendToProvider(services, call, call.staff.sessionId),
    fromProvider: (answer, call) => fromProvider(services, answer, call),
    code: (input, call) => completeByCode(services, input, call),
    sessions: (_input, call) => ownSessions(services, call),
    endSession: ({ sessionId }, call) => endOneSession(services, sessionId, call),
    passkeys: (_input, call) => ownPasskeys(services, call),
    addOptions: (_input, call) => addPasskeyOptions(services, call),
    addPasskey: (input, call) => addOwnPasskey(services, input, call),
    removePasskey: (input, call) => removeOwnPasskey(services, input, call),
    prove: (assertion, call) => reauthenticate(services, assertion, call),
    pageFailed: async failed => reportFailedPage(services, failed),
    signOut: async (_input, { staff, cookies }) => {
      await endStaffSession(db, staff.sessionId)
      cookies.clear('staff')
      return null
    },
  })
}

function viewRoutes(services: StaffServices): Route[] {
  return routes(staffView, {
    list: (_input, call) => ownViews(services, call),
    save: (input, call) => saveView(services, input, call),
    rename: (input, call) => renameView(services, input, call),
    remove: (input, call) => removeView(services, input, call),
  })
}

function workRoutes(services: StaffServices): Route[] {
  return [
    ...routes(inbox, {
      list: (input, call) => inboxFor(services, input, call),
      trouble: (input, call) => openTrouble(services, input, call),
      take: (item, call) => take(services, item, call),
      colleagues: (input, call) => colleaguesFor(services, input, call),
      handOver: (item, call) => handOver(services, item, call),
      putOff: (item, call) => putOff(services, item, call),
      resume: (item, call) => resume(services, item, call),
    }),
    ...routes(application, {
      open: (input, call) => openApplication(services, input, call),
      reveal: (input, call) => revealOf(services, input, call),
      questionPreview: async question => previewOfQuestion(question),
      ask: (input, call) => askAboutApplication(services, input, call),
      preview: (input, call) => previewOfDenial(services, input, call),
      approve: (input, call) => approveApplication(services, input, call),
      deny: (input, call) => denyApplication(services, input, call),
    }),
    ...borrowerRoutes(services),
    ...routes(complaint, {
      list: (input, call) => listComplaints(services, input, call),
      open: (input, call) => openComplaint(services, input, call),
      raise: (input, call) => raise(services, input, call),
      sort: (input, call) => sort(services, input, call),
      reply: (input, call) => reply(services, input, call),
      escalate: (input, call) => escalate(services, input, call),
      close: (input, call) => close(services, input, call),
    }),
    ...routes(collection, {
      list: (input, call) => listOverdue(services, input, call),
      open: (input, call) => openOverdue(services, input, call),
      call: (input, call) => callBorrower(services, input, call),
      note: (input, call) => keepNote(services, input, call),
      promise: (input, call) => keepPromise(services, input, call),
    }),
    ...routes(staffHardship, {
      open: (input, call) => openHardship(services, input, call),
      grant: (input, call) => answerHardship(services, input, call),
      refuse: (input, call) => answerHardship(services, input, call),
    }),
    ...routes(people, {
      list: (_input, call) => peopleFor(services, call),
      link: async (input, call) => {
        const link = await linkFor(services, input, call)
        if (isRefusal(link)) return link
        return { link: invitationAddress(consoleOrigin(services), link.link) }
      },
      confirm: (input, call) => confirmAccount(services, input, call),
    }),
  ]
}

function borrowerRoutes(services: StaffServices): Route[] {
  return [
    ...routes(staffBorrower, {
      search: (input, call) => searchBorrowers(services, input, call),
      open: (input, call) => openBorrower(services, input, call),
      timeline: (input, call) => olderEvents(services, input, call),
      reveal: (input, call) => revealBorrower(services, input, call),
      signOut: (input, call) => signBorrowerOut(services, input, call),
      note: (input, call) => addNote(services, input, call),
    }),
    ...routes(staffLooks, {
      open: (input, call) => openLookDay(services, input, call),
      review: (input, call) => reviewLooks(services, input, call),
    }),
    ...routes(staffOrder, { open: (input, call) => openOrder(services, input, call) }),
    ...routes(staffNames, {
      open: (input, call) => openNames(services, input, call),
      reveal: (input, call) => revealNames(services, input, call),
      pass: ({ reviewId }, call) =>
        settleNamesByStaff(services, reviewId, { outcome: 'passed' }, call),
      deny: ({ reviewId, reason: statedReason }, call) =>
        settleNamesByStaff(services, reviewId, { outcome: 'denied', statedReason }, call),
    }),
    ...routes(staffFace, {
      open: (input, call) => openFace(services, input, call),
      reveal: (input, call) => revealCards(services, input, call),
      pass: ({ documentId }, call) =>
        settleFaceByStaff(services, documentId, { outcome: 'passed' }, call),
      deny: ({ documentId, reason: statedReason }, call) =>
        settleFaceByStaff(services, documentId, { outcome: 'denied', statedReason }, call),
    }),
  ]
}

function proposalRoutes(services: StaffServices): Route[] {
  return routes(proposal, {
    list: (input, call) => listProposals(services, input, call),
    open: (input, call) => openProposal(services, input, call),
    settleRefund: ({ why, ...wish }, call) => propose(services, 'settle-refund', wish, why, call),
    stopPayout: ({ why, ...wish }, call) => propose(services, 'stop-payout', wish, why, call),
    approveApplication: ({ why, ...wish }, call) =>
      propose(services, 'approve-application', wish, why, call),
    waivePenal: ({ why, ...wish }, call) => propose(services, 'waive-penal', wish, why, call),
    closeUnknownPayment: ({ why, ...wish }, call) =>
      propose(services, 'close-unknown-payment', wish, why, call),
    inviteStaff: ({ why, ...wish }, call) => propose(services, 'invite-staff', wish, why, call),
    changeStaff: ({ why, ...wish }, call) => propose(services, 'change-staff', wish, why, call),
    renewStaff: ({ why, ...wish }, call) => propose(services, 'renew-staff', wish, why, call),
    changeRole: ({ why, ...wish }, call) => propose(services, 'change-role', wish, why, call),
    publishProduct: async ({ why, ...wish }, call) => {
      if (wish.fromDay < indiaDayOf(call.now)) return refused('input-invalid')
      if (await isUnsound(services.db, wish)) return refused('product-unsound')
      return propose(services, 'publish-product', wish, why, call)
    },
    changePolicy: async ({ why, ...wish }, call) =>
      wish.fromDay < indiaDayOf(call.now) || !isSoundPolicy(wish)
        ? refused('input-invalid')
        : propose(services, 'change-policy', wish, why, call),
    changeContent: async ({ why, ...wish }, call) =>
      wish.fromDay < indiaDayOf(call.now) || !isSoundContent(wish)
        ? refused('input-invalid')
        : propose(services, 'change-content', wish, why, call),
    withdrawProduct: async ({ why, ...wish }, call) =>
      wish.fromDay < indiaDayOf(call.now)
        ? refused('input-invalid')
        : propose(services, 'withdraw-product', wish, why, call),
    approve: ({ proposalId, reason }, call) => approveProposal(services, proposalId, reason, call),
    refuse: ({ proposalId, reason }, call) => refuseProposal(services, proposalId, reason, call),
    withdraw: ({ proposalId }, call) => withdrawProposal(services, proposalId, call),
  })
}

function productRoutes(services: StaffServices): Route[] {
  const onPolicy = routes(policy, {
    list: (_input, call) => policyState(services, call),
    rehearse: ({ figures }, call) => rehearsePolicy(services, figures, call),
  })
  const onProducts = routes(products, {
    list: (_input, call) => listProducts(services, call),
    open: ({ productId }, call) => openProduct(services, productId, call),
    start: ({ productId }, call) => startProduct(services, productId, call),
    save: (input, call) => saveProduct(services, input, call),
    discard: input => discardProduct(services, input),
    rehearse: ({ productId }, call) => rehearseProduct(services, productId, call),
    preview: (input, call) => previewProduct(services, input, call),
  })
  const onContent = routes(staffContent, {
    list: (_input, call) => listContent(services, call),
    open: ({ item }, call) => openContent(services, item, call),
    released: async ({ area }) => releasedTexts(services.config, area),
  })
  return [...onProducts, ...onPolicy, ...onContent]
}

function reportRoutes(services: StaffServices): Route[] {
  return routes(report, {
    book: (input, call) => bookReport(services, input, call),
    month: (input, call) => monthReport(services, input, call),
    vintage: (input, call) => vintageReport(services, input, call),
    applications: (input, call) => applicationsReport(services, input, call),
    complaints: (input, call) => complaintsReport(services, input, call),
    rows: (input, call) => rowsReport(services, input, call),
    export: (input, call) => exportReport(services, input, call),
  })
}

/** The calls of the log of acts. */
export function auditRoutesOf(
  services: Pick<StaffServices, 'db' | 'cipher' | 'ids' | 'config'>,
): Route[] {
  return routes(audit, {
    list: (input, call) => searchLog(services, input, call),
    acts: (_input, call) => logActs(services, call),
    verify: (input, call) => beginVerification(services, input, call),
    verifyMore: (input, call) => verifyMore(services, input, call),
  })
}
