/** The states and union territories by the second part of their ISO 3166-2 code, with the codes that replaced older ones. */
const STATES: Readonly<Record<string, string>> = {
  AN: 'Andaman and Nicobar Islands',
  AP: 'Andhra Pradesh',
  AR: 'Arunachal Pradesh',
  AS: 'Assam',
  BR: 'Bihar',
  CH: 'Chandigarh',
  CT: 'Chhattisgarh',
  DH: 'Dadra and Nagar Haveli and Daman and Diu',
  DL: 'Delhi',
  GA: 'Goa',
  GJ: 'Gujarat',
  HP: 'Himachal Pradesh',
  HR: 'Haryana',
  JH: 'Jharkhand',
  JK: 'Jammu and Kashmir',
  KA: 'Karnataka',
  KL: 'Kerala',
  LA: 'Ladakh',
  LD: 'Lakshadweep',
  MH: 'Maharashtra',
  ML: 'Meghalaya',
  MN: 'Manipur',
  MP: 'Madhya Pradesh',
  MZ: 'Mizoram',
  NL: 'Nagaland',
  OR: 'Odisha',
  PB: 'Punjab',
  PY: 'Puducherry',
  RJ: 'Rajasthan',
  SK: 'Sikkim',
  TG: 'Telangana',
  TN: 'Tamil Nadu',
  TR: 'Tripura',
  UP: 'Uttar Pradesh',
  UT: 'Uttarakhand',
  WB: 'West Bengal',
}
const RENAMED: Readonly<Record<string, string>> = {
  CG: 'CT',
  OD: 'OR',
  TS: 'TG',
  UK: 'UT',
  DD: 'DH',
  DN: 'DH',
}
const BY_NAME = new Map(Object.entries(STATES).map(([code, name]) => [name.toUpperCase(), code]))

export type State = { readonly code: string; readonly name: string }

/** The state of branches that cannot be placed, so that they are still found. */
export const ELSEWHERE: State = { code: 'XX', name: 'Other places' }

/** A state by its code (`IN-MH` or `MH`), or else by its correctly spelled name. */
export function stateOf(iso3166: string, name: string): State | undefined {
  const part = iso3166.trim().toUpperCase().replace(/^IN-/, '')
  const code = RENAMED[part] ?? (part in STATES ? part : BY_NAME.get(name.trim().toUpperCase()))
  const state = code === undefined ? undefined : STATES[code]
  return code === undefined || state === undefined ? undefined : { code, name: state }
}
