/** The profile of a lender that exists in journeys alone. */
export const LENDER = {
  LENDER_NAME: 'Nila Finance Limited',
  LENDER_RBI_REGISTRATION: 'N-14.03210',
  LENDER_GRIEVANCE_NAME: 'Asha Rao',
  LENDER_GRIEVANCE_PHONE: '1800 000 0001',
  LENDER_GRIEVANCE_EMAIL: 'grievance@nila.example',
}

/** The same lender before any vendor is chosen. */
export const LENDER_WITH_SIMULATORS = { ...LENDER, ALLOW_SIMULATORS: 'yes' }

/** The log line at the start of a lender that offers nothing yet. */
export const NO_PRODUCT =
  /no product is on offer: draft one on the page Products of the console, propose it/
