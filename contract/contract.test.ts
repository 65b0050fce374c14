import { describe, expect, test } from 'vitest'
import type { Reason } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { openapi } from '#contract/openapi.ts'
import { pathParts } from '#contract/path.ts'
import { staffContract } from '#contract/staff/index.ts'
import { refusals } from '#words/reasons.ts'

type Named = [name: string, endpoint: Endpoint]
const callsOf = (areas: object): Named[] =>
  Object.entries(areas).flatMap(([area, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(
      ([name, endpoint]): Named => [`${area}.${name}`, endpoint],
    ),
  )
const borrowerCalls = callsOf(contract)
const staffCalls = callsOf(staffContract)
const calls = [...borrowerCalls, ...staffCalls]

/** Refusals that the HTTP edge, not the handler, may give to any call. */
const ofTheEdge: Reason[] = [
  'not-logged-in',
  'confirm-code-required',
  'device-proof-refused',
  'not-permitted',
  'proof-required',
  'input-invalid',
  'header-invalid',
  'rate-limited',
  'server-busy',
  'not-found',
  'too-large',
  'failed-unexpectedly',
  'idempotency-key-required',
  'idempotency-key-reused',
]

test('the contract at a glance', () => {
  const lines = borrowerCalls.map(([name, e]) =>
    [
      e.method.padEnd(4),
      e.path.padEnd(50),
      String(e.auth).padEnd(8),
      e.sends.padEnd(5),
      (e.limited ? 'limited' : '').padEnd(7),
      (e.idempotent ? 'once' : '').padEnd(4),
      (e.ours ? 'ours' : '').padEnd(4),
      name,
    ].join(' '),
  )
  expect(`\n${lines.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    GET  /sms/v1/sendCode                                   public   query                   login.sendCode
    POST /user/v1/login                                     public   json                    login.login
    POST /user/v1/logout                                    borrower json  limited      ours login.logout
    POST /user/v1/user-login                                public   json                    native.login
    POST /tripartite/v1/user-login                          public   json                    native.partnerLogin
    POST /user/v1/exchange-code                             borrower json  limited      ours native.exchangeCode
    GET  /user/v1/me                                        borrower query limited      ours account.me
    POST /sms/v1/sendConfirmCode                            borrower json  limited      ours account.sendConfirmCode
    POST /user/v1/confirm-device                            borrower json  limited      ours account.confirmDevice
    GET  /user/v1/devices                                   borrower query              ours account.devices
    POST /user/v1/end-device                                borrower json               ours account.endDevice
    POST /user/v1/passkey/sign-in-options                   public   json               ours passkey.signInOptions
    POST /user/v1/passkey/sign-in                           public   json               ours passkey.signIn
    POST /user/v1/passkey/confirm-options                   borrower json  limited      ours passkey.confirmOptions
    POST /user/v1/passkey/confirm                           borrower json  limited      ours passkey.confirm
    GET  /user/v1/passkeys                                  borrower query              ours passkey.list
    POST /user/v1/passkey/add-options                       borrower json               ours passkey.addOptions
    POST /user/v1/passkey/add                               borrower json               ours passkey.add
    POST /user/v1/passkey/remove                            borrower json               ours passkey.remove
    GET  /home/v1/index                                     borrower query limited           home.index
    GET  /product/v1/product-info                           borrower query limited           product.info
    GET  /auth/v1/find-user-auth                            borrower query                   verify.status
    GET  /auth/v1/auth-page-info                            borrower query                   verify.baseInfoForm
    GET  /auth/v2/auth-page-info                            borrower query                   verify.workInfoForm
    POST /auth/v1/base-info                                 borrower json                    verify.saveBaseInfo
    POST /auth/v1/work-info                                 borrower json                    verify.saveWorkInfo
    GET  /auth/v1/contacts                                  borrower query              ours verify.contacts
    POST /auth/v1/contacts                                  borrower json                    verify.saveContacts
    GET  /map-state/v1/list                                 borrower query                   place.states
    GET  /map-state/v1/district/{stateId}                   borrower query                   place.districts
    GET  /auth/v1/contact2                                  public   query              ours contact.naming
    POST /auth/v1/contact2                                  public   json               ours contact.decline
    GET  /auth/v1/find-user-kyc-type                        borrower query                   kyc.type
    POST /auth/v1/choose-kyc-type                           borrower json               ours kyc.chooseType
    POST /authen/upload                                     borrower form                    kyc.upload
    POST /auth/v1/ocr-separate                              borrower form                    kyc.readCard
    GET  /auth/v1/uploads                                   borrower query              ours kyc.uploads
    POST /auth/v3/aadhaar/send-otp                          borrower json                    kyc.sendAadhaarOtp
    POST /auth/aadhaar/verify                               borrower json                    kyc.verifyAadhaarOtp
    POST /auth/v1/aadhaar/code                              borrower json               ours kyc.proveByCode
    POST /auth/v1/kyc-info/aadhaar-pan                      borrower json                    kyc.saveIdentity
    GET  /auth/v1/living-check-config                       borrower query                   kyc.livingConfig
    POST /auth/v3/living-check                              borrower form                    kyc.livingCheck
    POST /auth/v1/kyc-info/living-hold                      borrower json                    kyc.livingHold
    GET  /authen/h5/face-result                             borrower query                   kyc.faceResult
    GET  /auth/v1/digilocker                                borrower query              ours digilocker.offer
    POST /auth/v1/digilocker                                borrower json               ours digilocker.open
    POST /auth/v1/digilocker/result                         borrower json               ours digilocker.result
    GET  /bank/v1/find-user-bank-card                       borrower query                   bank.cards
    POST /bank/v1/bind-card                                 borrower json                    bank.addCard
    GET  /bank-info/v1/get-bank-info                        borrower query                   directory.banks
    GET  /bank-info/v1/get-state-list                       borrower query                   directory.states
    GET  /bank-info/v1/get-city-list                        borrower query                   directory.cities
    GET  /bank-info/v1/get-branch-list                      borrower query                   directory.branches
    GET  /bank-info/v1/get-bank-of-code                     borrower query              ours directory.bank
    GET  /bank-info/v1/get-branch-info                      borrower query              ours directory.branch
    GET  /order/v1/calculate                                borrower query                   order.quote
    GET  /order/v1/precheck                                 borrower query                   order.precheck
    POST /order/v1/apply                                    borrower json          once      order.apply
    GET  /order/v1/list                                     borrower query limited           order.list
    GET  /order/v1/detail                                   borrower query limited           order.detail
    POST /order/v1/loan                                     borrower json          once      order.loan
    GET  /order/v1/key-facts-offered                        borrower query              ours order.keyFactsOffered
    GET  /order/v1/key-facts                                borrower query limited      ours order.keyFacts
    POST /order/v1/withdraw                                 borrower json          once ours order.withdraw
    GET  /order/v1/outcome                                  borrower query limited      ours order.outcome
    POST /order/v1/outcome-seen                             borrower json  limited      ours order.outcomeSeen
    GET  /order-question/v1/list                            borrower query              ours question.list
    POST /order-question/v1/answer                          borrower json               ours question.answer
    POST /order/v1/order-auto-apply                         borrower json          once      schedule.reserve
    GET  /order/v1/get-auto-apply                           borrower query limited           schedule.detail
    POST /order/v1/cancel-auto-apply                        borrower json          once      schedule.cancel
    POST /pay-order/v1/repay                                borrower json  limited once      repay.repay
    POST /pay-order/v1/upi                                  borrower json  limited      ours repay.upi
    GET  /pay-order/v1/payoff                               borrower query limited      ours repay.payoff
    GET  /pay-order/v1/status                               borrower query limited      ours repay.status
    GET  /autopay/v1/status                                 borrower query limited      ours autopay.status
    POST /autopay/v1/set-up                                 borrower json               ours autopay.setUp
    POST /autopay/v1/change                                 borrower json               ours autopay.change
    POST /autopay/v1/skip                                   borrower json               ours autopay.skip
    GET  /order-repay-extension/v1/extension-calc/{id}      borrower query limited           extension.calculate
    GET  /order-repay-extension/v1/key-facts                borrower query              ours extension.keyFacts
    POST /order-repay-extension/v1/apply-extension          borrower json          once      extension.apply
    POST /order-repay-extension/v1/giveup-extension         borrower json          once      extension.giveUp
    GET  /order-hardship/v1/plans                           borrower query limited      ours hardship.plans
    GET  /order-hardship/v1/key-facts                       borrower query              ours hardship.keyFacts
    POST /order-hardship/v1/request                         borrower json          once ours hardship.request
    GET  /document/v1/list                                  borrower query limited      ours loanDocument.list
    GET  /document/v1/all                                   borrower query              ours loanDocument.all
    POST /document/v1/statement                             borrower json               ours loanDocument.statement
    GET  /document/v1/page                                  borrower query              ours loanDocument.page
    GET  /document/v1/pdf                                   borrower query              ours loanDocument.pdf
    POST /document/v1/verify                                public   json               ours loanDocument.verify
    POST /comparison/v1/true-cost                           public   json               ours comparison.trueCost
    GET  /client/v1/config                                  public   query                   content.config
    GET  /client/v1/faq                                     public   query                   content.faq
    GET  /client/v1/about-us                                public   query                   content.aboutUs
    GET  /client/v1/download-eligibility                    public   query              ours content.downloadEligibility
    GET  /client/v1/distribution                            public   query              ours content.distribution
    GET  /system/get-country                                public   query                   content.country
    GET  /opinion-record/v1/get-opinion-config              borrower query                   feedback.types
    POST /opinion-record/v1/save                            borrower form                    feedback.save
    POST /opinion-record/v1/list                            borrower json                    feedback.list
    POST /opinion-record/v1/complain                        borrower json               ours feedback.complain
    POST /device/v1/needUpload                              borrower json                    device.needUpload
    POST /device/v1/upload/device_info                      borrower json                    device.uploadInfo
    GET  /consent/v1/list                                   borrower query              ours device.consents
    POST /consent/v1/answer                                 borrower json               ours device.answerConsent
    GET  /own-data/v1/overview                              borrower query              ours ownData.overview
    POST /own-data/v1/download                              borrower json               ours ownData.download
    POST /own-data/v1/erase                                 borrower json               ours ownData.erase
    POST /webpush/subscribe                                 borrower json                    push.subscribe
    POST /webpush/unsubscribe                               borrower json               ours push.unsubscribe
    GET  /reminder/v1/wish                                  borrower query              ours reminder.wish
    POST /reminder/v1/wish                                  borrower json               ours reminder.saveWish
    GET  /calendar/v1/link                                  borrower query              ours calendar.link
    POST /calendar/v1/create                                borrower json               ours calendar.create
    POST /calendar/v1/revoke                                borrower json               ours calendar.revoke
    GET  /own-limits/v1/state                               borrower query              ours ownLimits.state
    POST /own-limits/v1/ceiling                             borrower json          once ours ownLimits.setCeiling
    POST /own-limits/v1/pause                               borrower json          once ours ownLimits.setPause
    GET  /burying-point/burying-point/get-buried-config     public   query                   tracking.config
    POST /burying-point/v2/burying-point                    public   json                    tracking.events
    POST /burying-point/v3/burying-point                    public   json                    tracking.eventsAndPages
    POST /burying-point/burying-point/save-buried-point     public   json                    tracking.page
    "
  `)
})

test('the calls of the console at a glance', () => {
  const lines = staffCalls.map(([name, e]) =>
    [
      e.method.padEnd(4),
      e.path.padEnd(40),
      (typeof e.auth === 'object' ? e.auth.staff : e.auth).padEnd(20),
      (e.reauthenticates ? 'proof' : '').padEnd(5),
      name,
    ].join(' '),
  )
  expect(`\n${lines.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    GET  /staff/v1/ways                           public                     staffSession.ways
    POST /staff/v1/challenge                      public                     staffSession.challenge
    POST /staff/v1/sign-in                        public                     staffSession.signIn
    POST /staff/v1/invitation                     public                     staffSession.invitation
    POST /staff/v1/register                       public                     staffSession.register
    POST /staff/v1/provider/sign-in               public                     staffSession.toProvider
    POST /staff/v1/provider/prove                 session:own                staffSession.proveAtProvider
    POST /staff/v1/provider/answer                public                     staffSession.fromProvider
    POST /staff/v1/provider/code                  public                     staffSession.code
    GET  /staff/v1/me                             session:own                staffSession.me
    POST /staff/v1/prove                          session:own                staffSession.prove
    GET  /staff/v1/sessions                       session:own                staffSession.sessions
    POST /staff/v1/sessions/end                   session:own                staffSession.endSession
    GET  /staff/v1/passkeys                       session:own                staffSession.passkeys
    POST /staff/v1/passkeys/options               session:own                staffSession.addOptions
    POST /staff/v1/passkeys/add                   session:own          proof staffSession.addPasskey
    POST /staff/v1/passkeys/remove                session:own          proof staffSession.removePasskey
    POST /staff/v1/page-failed                    session:own                staffSession.pageFailed
    POST /staff/v1/sign-out                       session:own                staffSession.signOut
    GET  /staff/v1/views                          session:own                staffView.list
    POST /staff/v1/views/save                     session:own                staffView.save
    POST /staff/v1/views/rename                   session:own                staffView.rename
    POST /staff/v1/views/remove                   session:own                staffView.remove
    GET  /staff/v1/inbox                          inbox:read                 inbox.list
    GET  /staff/v1/inbox/trouble                  inbox:work                 inbox.trouble
    POST /staff/v1/inbox/take                     inbox:work                 inbox.take
    GET  /staff/v1/inbox/colleagues               inbox:work                 inbox.colleagues
    POST /staff/v1/inbox/hand-over                inbox:work                 inbox.handOver
    POST /staff/v1/inbox/put-off                  inbox:work                 inbox.putOff
    POST /staff/v1/inbox/resume                   inbox:work                 inbox.resume
    POST /staff/v1/application/open               applications:read          application.open
    POST /staff/v1/application/reveal             borrowers:reveal           application.reveal
    POST /staff/v1/application/approve            applications:decide  proof application.approve
    POST /staff/v1/application/question-preview   applications:read          application.questionPreview
    POST /staff/v1/application/ask                applications:decide  proof application.ask
    POST /staff/v1/application/preview            applications:read          application.preview
    POST /staff/v1/application/deny               applications:decide  proof application.deny
    GET  /staff/v1/proposals                      proposals:read             proposal.list
    GET  /staff/v1/proposal                       proposals:read             proposal.open
    POST /staff/v1/proposals/settle-refund        refunds:settle       proof proposal.settleRefund
    POST /staff/v1/proposals/stop-payout          payouts:stop         proof proposal.stopPayout
    POST /staff/v1/proposals/approve-application  applications:decide  proof proposal.approveApplication
    POST /staff/v1/proposals/waive-penal          waivers:propose      proof proposal.waivePenal
    POST /staff/v1/proposals/close-unknown-payment refunds:settle       proof proposal.closeUnknownPayment
    POST /staff/v1/proposals/invite-staff         staff:change         proof proposal.inviteStaff
    POST /staff/v1/proposals/change-staff         staff:change         proof proposal.changeStaff
    POST /staff/v1/proposals/renew-staff          staff:change         proof proposal.renewStaff
    POST /staff/v1/proposals/change-role          staff:change         proof proposal.changeRole
    POST /staff/v1/proposals/publish-product      products:propose     proof proposal.publishProduct
    POST /staff/v1/proposals/withdraw-product     products:propose     proof proposal.withdrawProduct
    POST /staff/v1/proposals/change-policy        policy:propose       proof proposal.changePolicy
    POST /staff/v1/proposals/change-content       content:propose      proof proposal.changeContent
    POST /staff/v1/proposals/approve              proposals:decide     proof proposal.approve
    POST /staff/v1/proposals/refuse               proposals:decide     proof proposal.refuse
    POST /staff/v1/proposals/withdraw             proposals:read             proposal.withdraw
    GET  /staff/v1/people                         staff:read                 people.list
    POST /staff/v1/people/link                    staff:change         proof people.link
    POST /staff/v1/people/confirm                 staff:approve        proof people.confirm
    GET  /staff/v1/products                       products:read              products.list
    GET  /staff/v1/products/open                  products:read              products.open
    POST /staff/v1/products/start                 products:draft             products.start
    POST /staff/v1/products/save                  products:draft             products.save
    POST /staff/v1/products/discard               products:draft             products.discard
    POST /staff/v1/products/rehearse              products:draft             products.rehearse
    GET  /staff/v1/products/preview               products:read              products.preview
    GET  /staff/v1/reports/book                   reports:read               report.book
    GET  /staff/v1/reports/month                  reports:read               report.month
    GET  /staff/v1/reports/vintage                reports:read               report.vintage
    GET  /staff/v1/reports/applications           reports:read               report.applications
    GET  /staff/v1/reports/complaints             reports:read               report.complaints
    GET  /staff/v1/reports/rows                   reports:read               report.rows
    POST /staff/v1/reports/export                 reports:export             report.export
    GET  /staff/v1/audit                          audit:read                 audit.list
    GET  /staff/v1/audit/acts                     audit:read                 audit.acts
    POST /staff/v1/audit/verify                   audit:read                 audit.verify
    POST /staff/v1/audit/verify-more              audit:read                 audit.verifyMore
    POST /staff/v1/borrower/search                borrowers:read             staffBorrower.search
    POST /staff/v1/borrower/open                  borrowers:read             staffBorrower.open
    POST /staff/v1/borrower/timeline              borrowers:read             staffBorrower.timeline
    POST /staff/v1/borrower/reveal                borrowers:reveal           staffBorrower.reveal
    POST /staff/v1/borrower/sign-out              borrowers:sign-out         staffBorrower.signOut
    POST /staff/v1/borrower/note                  borrowers:note             staffBorrower.note
    POST /staff/v1/order/open                     borrowers:read             staffOrder.open
    POST /staff/v1/face/open                      identity:read              staffFace.open
    POST /staff/v1/face/reveal                    identity:read              staffFace.reveal
    POST /staff/v1/face/pass                      identity:decide      proof staffFace.pass
    POST /staff/v1/face/deny                      identity:decide      proof staffFace.deny
    POST /staff/v1/names/open                     identity:read              staffNames.open
    POST /staff/v1/names/reveal                   identity:read              staffNames.reveal
    POST /staff/v1/names/pass                     identity:decide      proof staffNames.pass
    POST /staff/v1/names/deny                     identity:decide      proof staffNames.deny
    POST /staff/v1/hardship/open                  borrowers:read             staffHardship.open
    POST /staff/v1/hardship/grant                 hardship:decide      proof staffHardship.grant
    POST /staff/v1/hardship/refuse                hardship:decide      proof staffHardship.refuse
    GET  /staff/v1/complaints                     complaints:read            complaint.list
    POST /staff/v1/complaint/open                 complaints:read            complaint.open
    POST /staff/v1/complaint/raise                complaints:work            complaint.raise
    POST /staff/v1/complaint/sort                 complaints:work            complaint.sort
    POST /staff/v1/complaint/reply                complaints:work            complaint.reply
    POST /staff/v1/complaint/escalate             complaints:work            complaint.escalate
    POST /staff/v1/complaint/close                complaints:work            complaint.close
    GET  /staff/v1/collections                    collections:read           collection.list
    POST /staff/v1/collection/open                collections:read           collection.open
    POST /staff/v1/collection/call                collections:work           collection.call
    POST /staff/v1/collection/note                collections:work           collection.note
    POST /staff/v1/collection/promise             collections:work           collection.promise
    GET  /staff/v1/looks                          looks:review               staffLooks.open
    POST /staff/v1/looks/review                   looks:review               staffLooks.review
    GET  /staff/v1/policy                         policy:read                policy.list
    POST /staff/v1/policy/rehearse                policy:read                policy.rehearse
    GET  /staff/v1/content                        content:read               staffContent.list
    GET  /staff/v1/content/open                   content:read               staffContent.open
    GET  /staff/v1/content/released               content:read               staffContent.released
    "
  `)
})

test('a call of staff is below /staff/ and of ours, and each call there is of staff or a way in', () => {
  const waysIn = [
    'ways',
    'challenge',
    'signIn',
    'invitation',
    'register',
    'toProvider',
    'fromProvider',
    'code',
  ].map(name => `staffSession.${name}`)
  for (const [name, { path, auth, ours }] of staffCalls) {
    expect(path).toMatch(/^\/staff\/v1\//)
    expect(ours).toBe(true)
    if (auth === 'public') expect(waysIn).toContain(name)
    else expect(auth).toHaveProperty('staff')
  }
  for (const [, { path }] of borrowerCalls) expect(path).not.toMatch(/^\/staff\//)
})

test('what acts on money, every approval, and each way in that is added or removed, needs a recent proof', () => {
  const onWaysIn = ['staffSession.addPasskey', 'staffSession.removePasskey']
  const proven = staffCalls
    .filter(([, { reauthenticates }]) => reauthenticates)
    .map(([name]) => name)
  const needing = staffCalls.flatMap(([name, { auth }]) =>
    typeof auth === 'object' && /:(settle|stop|approve|decide|change|propose)$/.test(auth.staff)
      ? name
      : [],
  )
  expect(proven).toEqual([...onWaysIn, ...needing])
})

test('every path belongs to one call', () => {
  const paths = calls.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(paths).size).toBe(paths.length)
})

test('every refusal is used by a call or by the edge', () => {
  const used = new Set([...ofTheEdge, ...calls.flatMap(([, { refusals: reasons }]) => reasons)])
  expect(Object.keys(refusals).filter(reason => !used.has(reason as Reason))).toEqual([])
})

describe.each(calls)('%s', (_name, endpoint) => {
  const input = endpoint.input as { type: string; entries?: object }

  test('has a description', () => {
    expect(endpoint.does).toMatch(/^[A-Z].*\.$/)
  })
  test('refuses unknown fields', () => {
    expect(['strict_object', 'variant', 'record']).toContain(input.type)
  })
  test('takes its path parts from its input', () => {
    expect(Object.keys(input.entries ?? {})).toEqual(
      expect.arrayContaining(pathParts(endpoint.path)),
    )
  })
  test('uses GET only if it changes nothing', () => {
    if (endpoint.method === 'GET') expect(endpoint.sends).toBe('query')
    if (endpoint.idempotent) expect(endpoint).toMatchObject({ method: 'POST', auth: 'borrower' })
  })
})

describe('the OpenAPI document', () => {
  const document = openapi(
    { ...contract, ...staffContract },
    '1.2.3',
    (_what, { reason }) => reason,
  ) as {
    openapi: string
    info: { version: string }
    paths: Record<string, Record<string, unknown>>
  }

  test('has every call', () => {
    expect(document).toMatchObject({ openapi: '3.1.1', info: { version: '1.2.3' } })
    for (const [name, { path, method }] of calls)
      expect(document.paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId: name })
  })

  test('uses wire forms, and includes path parts, session, idempotency key and our own fields', () => {
    expect(document.paths['/map-state/v1/district/{stateId}']?.get).toMatchObject({
      security: [
        { token: [], session: [] },
        { token: [], deviceKey: [] },
      ],
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'stateId', in: 'path', required: true }),
      ]),
    })
    expect(document.paths['/user/v1/me']?.get).toMatchObject({ 'x-ours': true })
    expect(document.paths['/staff/v1/inbox']?.get).toMatchObject({
      security: [{ staff: [] }],
      'x-permission': 'inbox:read',
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'web_uuid', required: true }),
      ]),
    })
    expect(document.paths['/order/v1/apply']?.post).toMatchObject({
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: true }),
      ]),
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object', additionalProperties: false } },
        },
      },
    })
    expect(JSON.stringify(document.paths['/auth/v3/living-check'])).toContain('multipart/form-data')
  })

  test('describes every field: only named ones are left open', () => {
    const open = JSON.stringify(document).match(/"(\w+)":\{\}/g) ?? []
    // A call without input has an explicit empty list of properties.
    expect(open.filter(name => name !== '"properties":{}')).toEqual([])
  })
})
