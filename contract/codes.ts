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
  'too-large': 'This is too large to send.',
  'failed-unexpectedly': 'Something went wrong on our side. Nothing was changed. Please try again.',
  'idempotency-key-required': 'This request was not complete. Please try again.',
  'idempotency-key-reused': 'This request was already made with other details.',
  // sign-in
  'phone-invalid': 'Please enter a valid Indian mobile number.',
  'code-resend-too-soon': 'Please wait {waitSeconds} seconds before asking for another code.',
  'code-limit-reached':
    'Too many codes were requested for this number. Please try again in {waitMinutes} minutes.',
  'code-wrong': 'This code is wrong. Please check it and try again.',
  'code-expired': 'This code has expired. Please ask for a new one.',
  'code-tries-exhausted': 'You entered a wrong code too many times. Please ask for a new one.',
  'codes-wrong-too-often':
    'Too many wrong codes came from your network. Please try again in {waitMinutes} minutes, or use another network.',
  'confirm-code-required':
    'You are signing in on a new device. Please enter the code we sent to your phone.',
  'confirm-code-wrong': 'This code is wrong. Please check it and try again.',
  'device-required': 'This sign-in works only in the app. Please open it there.',
  'exchange-code-expired': 'This link has expired. Please open it again from the app.',
  'partner-refused': 'This sign-in was refused.',

  // verification
  'answers-incomplete': 'Please check your answers.',
  'aadhaar-otp-unavailable': 'Aadhaar verification by OTP is not available for this number.',
  'aadhaar-otp-too-soon': 'Please wait {waitSeconds} seconds before asking for another OTP.',
  'aadhaar-otp-wrong': 'OTP entered is invalid',
  'aadhaar-otp-expired': 'OTP has expired. Please ask for a new one.',
  'aadhaar-code-unreadable':
    'This is not an Aadhaar QR code. Please scan the large QR code on your Aadhaar card or letter.',
  'aadhaar-code-too-large': 'This QR code is too large to be an Aadhaar QR code.',
  'aadhaar-code-not-signed': 'This QR code is not signed by UIDAI, so we cannot accept it.',
  'aadhaar-code-not-in-force':
    'This QR code was signed when its certificate was not valid, so we cannot accept it.',
  'aadhaar-not-verified': 'Please verify your Aadhaar number first.',
  'identity-already-verified': 'Your identity is already verified.',
  'identity-taken': 'This identity is already used by another account.',
  'check-not-available':
    'We could not check this just now. Nothing you entered is lost. Please try again in a few minutes.',
  'pan-refused': 'We could not verify this PAN. Please check it.',
  'face-unclear': 'We could not see one clear face. Please try again.',
  'image-unreadable': 'We cannot read this file as a picture. Please use JPEG, PNG or WebP.',
  'image-too-large': 'Image size is too big, limit 10MB',
  'cards-differ': 'The two cards do not match. Please take pictures of your own cards.',
  'reading-busy': 'We are reading many cards right now. Please try again in {waitSeconds} seconds.',
  'contact-link-expired': 'This link has expired',
  'upload-not-found': 'We no longer have this picture. Please take it again.',
  // products and orders
  'product-not-found': 'This product is not available.',
  'product-locked': 'This product opens after {loansNeeded} loans repaid.',
  'product-full': 'This product is full at the moment.',
  'product-external': 'This product is offered on another site.',
  'amount-not-offered': 'Please choose one of the offered amounts.',
  'period-not-offered': 'Please choose the loan term on offer.',
  'verification-incomplete': 'Please complete your verification first.',
  'bank-card-required': 'Attention! Just one step away from receiving cash! Add payment account.',
  'bank-card-not-found': 'We could not find this bank account.',
  'bank-card-limit': 'You cannot add any more bank accounts.',
  'bank-card-exists': 'This account is already in your list.',
  'ifsc-unknown': 'Please check the Ifsc Code.',
  'terms-changed': 'The terms have changed. Please read them again before you apply.',
  'order-in-progress': 'You already have a loan in progress.',
  'reapply-too-soon':
    'We could not approve your apolication at this moment. Please re-apply in 15 days.',
  'order-not-found': 'We could not find this order.',
  'order-state': 'You cannot do this with this order now.',
  'key-facts-required': 'Please read the Key Facts Statement and tick the box first.',
  'key-facts-changed': 'The Key Facts Statement has changed. Please read it again.',
  'document-not-found': 'We could not find this document.',
  'offer-lapsed': 'This offer is no longer open. Please apply again.',
  'nothing-to-pay': 'You owe nothing on this order.',
  'payoff-day': 'Please choose a day from today until the next due date.',
  'extension-cooling-off':
    'You can still return this loan and pay only the principal and interest. You can extend the due date after the cooling-off period.',
  'extension-not-available':
    'You cannot extend the due date now: it is already seven days away or more.',
  'extension-longest-tenor':
    'This loan can run for at most {days} days, so you cannot extend the due date again.',
  'extension-expired':
    'The 24 hours to pay for this extension are over. What you paid towards it counts as a repayment.',
  'reservation-exists': 'Your next loan is already reserved.',
  'reservation-not-found': 'We could not find this reservation.',
  'reservation-ended': 'This reservation has already ended.',
  'payment-not-found': 'We could not find this payment.',
  'payment-not-available':
    'We could not open the payment page. No money was taken. Please try again.',

  // comparison
  'nothing-received': 'After the charges, nothing is left of the loan. Please check the figures.',
  'repays-less':
    'These instalments add up to less than you receive. Please check the number of instalments and the amount of each.',

  // device
  'consent-required': 'We only take this if you agree.',
  'needed-for-loan':
    'We need this for your application or loan. You can erase it once that has ended.',
  'push-endpoint-refused': 'We cannot send notifications to this browser.',
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
