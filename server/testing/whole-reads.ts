/** The reasons why a statement may read a whole table instead of finding its rows by an index. */

/** Tables that stay small with any number of borrowers. */
const SMALL_TABLES: Readonly<Record<string, string>> = {
  bank: 'the directory of banks',
  bank_branch: 'the directory of banks',
  bank_code: 'the list of banks',
  file_removal: 'the files that wait for their removal',
  inbox_mark: 'what staff put off in the last 120 days',
  setting: 'the simulators’ settings',
  sms: 'the simulators’ messages',
  staff: 'a lender’s staff',
  staff_account: 'a lender’s staff',
  staff_attempt: 'a lender’s staff',
  staff_challenge: 'a lender’s staff',
  staff_invitation: 'a lender’s staff',
  staff_passkey: 'a lender’s staff',
  staff_role: 'a lender’s staff',
  staff_session: 'a lender’s staff',
  vendor_refusal: 'the calls of vendors that reject our key',
}

/** Statements that read a table that grows as a whole. */
const STATEMENTS: Readonly<Record<string, string>> = {
  'accrual-sum-totals': 'It sums up the daily sums of all days, for the auditor.',
  'sandbox-people-real-money':
    'A command asks once whether anything but simulated money ever moved.',
  'ledger-trial-balance': 'It sums up everything that was ever booked, for the auditor.',
}

/** True if this statement may read this table as a whole. */
export function mayReadWhole(statement: string, table: string): boolean {
  return statement in STATEMENTS || table in SMALL_TABLES
}
