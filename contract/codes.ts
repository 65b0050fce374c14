/** The codes of the envelope (product §2). 0 is success; everything else is a refusal with a message for the borrower. */
export const CODE = {
  success: 0,
  refused: -1,
  notLoggedIn: -4,
  aadhaarOtpUnavailable: -1_100_001,
} as const

/**
 * Every business refusal, by its stable word, with what the borrower reads. Texts that the specification gives
 * stand to the letter; `{name}` is filled from the refusal's details.
 */
export const refusals = {
  // any call
  'not-logged-in': 'Please log in.',
  'input-invalid': 'Please check what you entered.',
  'rate-limited': 'Too many requests. Please wait a moment and try again.',
  'not-found': 'This address does not exist.',
  'too-large': 'That is too large to be sent.',
  'failed-unexpectedly': 'Something went wrong on our side. Nothing was changed. Please try again.',
  'idempotency-key-required': 'This request was not complete. Please try again.',
  'idempotency-key-reused': 'This request was already made with other details.',
  // sign-in
  'phone-invalid': 'Please enter a valid Indian mobile number.',
  'code-resend-too-soon': 'Please wait {waitSeconds} seconds before asking for another code.',
  'code-limit-reached':
    'Too many codes were asked for this number. Please try again in {waitMinutes} minutes.',
  'code-wrong': 'That code is not right. Please check it and try again.',
  'code-expired': 'This code has expired. Please ask for a new one.',
  'code-tries-exhausted': 'That code was wrong too often. Please ask for a new one.',
  'codes-wrong-too-often':
    'Too many wrong codes came from your network. Please try again in {waitMinutes} minutes, or use another network.',
  'confirm-code-required':
    'This device is new. Please confirm with the code that was sent to your phone.',
  'confirm-code-wrong': 'That code is not right. Please check it and try again.',
  'device-required': 'This sign-in is for the app. Please open it there.',
  'exchange-code-expired': 'This link has expired. Please open it again from the app.',
  'partner-refused': 'This sign-in was refused.',

  // verification
  'answers-incomplete': 'Please check your answers.',
  'aadhaar-otp-unavailable': 'Aadhaar verification by OTP is not available for this number.',
  'aadhaar-otp-too-soon': 'Please wait {waitSeconds} seconds before asking for another OTP.',
  'aadhaar-otp-wrong': 'OTP entered is invalid',
  'aadhaar-otp-expired': 'OTP has expired. Please ask for a new one.',
  'aadhaar-code-unreadable':
    'This is not the secure code of an Aadhaar. Please use the large square code on the card or letter.',
  'aadhaar-code-too-large': 'This code is too large to be that of an Aadhaar.',
  'aadhaar-code-not-signed':
    'This code does not carry the signature of UIDAI, so it cannot be trusted.',
  'aadhaar-code-not-in-force':
    'This code was signed outside the time of its certificate, so it cannot be trusted.',
  'aadhaar-not-verified': 'Please verify your Aadhaar number first.',
  'identity-already-verified': 'Your identity is already verified.',
  'identity-taken': 'This identity is already used by another account.',
  'check-not-available':
    'This could not be checked just now. Nothing that you entered is lost. Please try again in a few minutes.',
  'pan-refused': 'This PAN could not be verified. Please check it.',
  'face-unclear': 'We could not see one clear face. Please try again.',
  'image-unreadable': 'This file is not a picture we can read. Please use JPEG, PNG or WebP.',
  'image-too-large': 'Image size is too big, limit 10MB',
  'cards-differ':
    'The two cards do not name the same person. Please take pictures of your own cards.',
  'reading-busy':
    'Many cards are being read at the moment. Please try again in {waitSeconds} seconds.',
  'contact-link-expired': 'This link has expired',
  'upload-not-found': 'This picture is no longer here. Please take it again.',
  // products and orders
  'product-not-found': 'This product is not available.',
  'product-locked': 'This product opens after {loansNeeded} loans repaid.',
  'product-full': 'This product is full at the moment.',
  'product-external': 'This product is offered on another site.',
  'amount-not-offered': 'Please choose one of the offered amounts.',
  'period-not-offered': 'Please choose the offered period.',
  'verification-incomplete': 'Please complete your verification first.',
  'bank-card-required': 'Attention! Just one step away from receiving cash! Add payment account.',
  'bank-card-not-found': 'This bank account was not found.',
  'bank-card-limit': 'No more bank accounts can be added.',
  'bank-card-exists': 'This account is already in your list.',
  'ifsc-unknown': 'Please check the Ifsc Code.',
  'terms-changed': 'The terms have changed. Please read them again before you apply.',
  'order-in-progress': 'You already have a loan in progress.',
  'reapply-too-soon':
    'We could not approve your apolication at this moment. Please re-apply in 15 days.',
  'order-not-found': 'This order was not found.',
  'order-state': 'This is not possible for this order now.',
  'key-facts-required': 'Please read the Key Facts Statement and tick the box first.',
  'key-facts-changed': 'This is not the Key Facts Statement of this loan. Please read it again.',
  'document-not-found': 'This document was not found.',
  'offer-lapsed': 'This offer is no longer open. Please apply again.',
  'nothing-to-pay': 'Nothing is owed on this order.',
  'payoff-day': 'Please choose a day from today until the next due date.',
  'extension-cooling-off':
    'This loan may still be returned. Its due date can be moved once that time is over.',
  'extension-not-available':
    'The due date cannot be moved now: it already lies seven days ahead or more.',
  'extension-longest-tenor':
    'This loan may run {days} days at most, so its due date cannot be moved any further.',
  'extension-expired':
    'The 24 hours to pay for this extension are over. What you had paid towards it counts as a repayment.',
  'reservation-exists': 'Your next loan is already reserved.',
  'reservation-not-found': 'This reservation was not found.',
  'reservation-ended': 'This reservation is already over.',
  'payment-not-found': 'This payment was not found.',
  'payment-not-available':
    'The payment page could not be opened. Nothing was taken. Please try again.',

  // comparison
  'nothing-received': 'The charges leave nothing of the loan. Please check the figures.',
  'repays-less':
    'These instalments come to less than is received. Please check how many there are and how much each is.',

  // device
  'consent-required': 'This is only taken if you agree to it.',
  'needed-for-loan': 'Your application or loan needs this. It can be erased once that has ended.',
  'push-endpoint-refused': 'Notifications cannot be sent to this browser.',
} as const

export type Reason = keyof typeof refusals

/** The message of a refusal, its `{name}`s filled from the details. */
export function refusalMessage(
  reason: Reason,
  details: Readonly<Record<string, unknown>> = {},
): string {
  return refusals[reason].replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in details ? String(details[name]) : whole,
  )
}

export function codeOf(reason: Reason): number {
  if (reason === 'not-logged-in' || reason === 'contact-link-expired') return CODE.notLoggedIn
  if (reason === 'aadhaar-otp-unavailable') return CODE.aadhaarOtpUnavailable
  return CODE.refused
}
