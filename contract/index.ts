import { account } from '#contract/account.ts'
import { autopay } from '#contract/autopay.ts'
import { bank } from '#contract/bank.ts'
import { calendar } from '#contract/calendar.ts'
import { comparison } from '#contract/comparison.ts'
import { contact } from '#contract/contact.ts'
import { content } from '#contract/content.ts'
import { device } from '#contract/device.ts'
import { digilocker } from '#contract/digilocker.ts'
import { directory } from '#contract/directory.ts'
import { extension } from '#contract/extension.ts'
import { feedback } from '#contract/feedback.ts'
import { hardship } from '#contract/hardship.ts'
import { home } from '#contract/home.ts'
import { kyc } from '#contract/kyc.ts'
import { loanDocument } from '#contract/loan-document.ts'
import { login } from '#contract/login.ts'
import { native } from '#contract/native.ts'
import { order } from '#contract/order.ts'
import { ownData } from '#contract/own-data.ts'
import { ownLimits } from '#contract/own-limits.ts'
import { passkey } from '#contract/passkey.ts'
import { product } from '#contract/product.ts'
import { push } from '#contract/push.ts'
import { question } from '#contract/question.ts'
import { reminder } from '#contract/reminder.ts'
import { repay } from '#contract/repay.ts'
import { schedule } from '#contract/schedule.ts'
import { tracking } from '#contract/tracking.ts'
import { place, verify } from '#contract/verify.ts'

/** Every call of the API, by area. */
export const contract = {
  login,
  native,
  account,
  passkey,
  home,
  product,
  verify,
  place,
  contact,
  kyc,
  digilocker,
  bank,
  directory,
  order,
  question,
  schedule,
  repay,
  autopay,
  extension,
  hardship,
  loanDocument,
  comparison,
  content,
  feedback,
  device,
  ownData,
  push,
  reminder,
  calendar,
  ownLimits,
  tracking,
}
export type Contract = typeof contract
