import { createHash } from 'node:crypto'
import { addDays, type Day, day } from '#domain/day.ts'
import type { AadhaarNumber } from '#domain/identity/identity.ts'
import type { AadhaarAddress, AadhaarDetails } from '#server/providers/aadhaar/port.ts'

/**
 * An Aadhaar number with this ending belongs to somebody who is under 21 on the day of the
 * question.
 */
export const UNDER_AGE_ENDING = '0018'

const FEMALE_NAMES = [
  'Asha',
  'Kavita',
  'Lakshmi',
  'Meena',
  'Priya',
  'Radhika',
  'Sunita',
  'Anjali',
  'Deepa',
  'Farida',
  'Gurpreet',
  'Ishita',
] as const
const MALE_NAMES = [
  'Amit',
  'Arjun',
  'Dinesh',
  'Imran',
  'Karthik',
  'Manoj',
  'Rahul',
  'Sanjay',
  'Vijay',
  'Harpreet',
  'Joseph',
  'Nikhil',
] as const
const SURNAMES = [
  'Verma',
  'Sharma',
  'Patel',
  'Reddy',
  'Nair',
  'Iyer',
  'Khan',
  'Singh',
  'Das',
  'Joshi',
  'Kulkarni',
  'Mishra',
  'Pillai',
  'Yadav',
] as const
const STREETS = [
  'MG Road',
  'Station Road',
  'Gandhi Marg',
  'Temple Street',
  'Lake View Road',
  'Nehru Street',
] as const
const PLACES = [
  { locality: 'Kothrud', district: 'Pune', state: 'Maharashtra', pinCode: '411038' },
  { locality: 'Jayanagar', district: 'Bengaluru Urban', state: 'Karnataka', pinCode: '560041' },
  { locality: 'Mylapore', district: 'Chennai', state: 'Tamil Nadu', pinCode: '600004' },
  { locality: 'Gomti Nagar', district: 'Lucknow', state: 'Uttar Pradesh', pinCode: '226010' },
  { locality: 'Salt Lake', district: 'North 24 Parganas', state: 'West Bengal', pinCode: '700091' },
  { locality: 'Navrangpura', district: 'Ahmedabad', state: 'Gujarat', pinCode: '380009' },
] as const

const FIRST_BIRTH_DAY = day('1966-01-01')
/** The youngest is born in early 2000, and so is over 21 whenever the product runs. */
const BIRTH_DAYS = 12_500

type InventedPerson = AadhaarDetails & {
  readonly gender: 'female' | 'male'
  readonly address: AadhaarAddress
}

/**
 * The holder of an Aadhaar number in the simulated register: always the same person for the same
 * number.
 */
export function inventedPerson(aadhaar: AadhaarNumber, today: Day): InventedPerson {
  const dice = diceFor(aadhaar)
  const gender = dice(2) === 0 ? 'female' : 'male'
  const surname = SURNAMES[dice(SURNAMES.length)] ?? SURNAMES[0]
  const first =
    gender === 'female'
      ? FEMALE_NAMES[dice(FEMALE_NAMES.length)]
      : MALE_NAMES[dice(MALE_NAMES.length)]
  const father = MALE_NAMES[dice(MALE_NAMES.length)]
  const dob = addDays(FIRST_BIRTH_DAY, dice(BIRTH_DAYS))
  const place = PLACES[dice(PLACES.length)] ?? PLACES[0]
  return {
    name: `${first} ${surname}`,
    dob: aadhaar.endsWith(UNDER_AGE_ENDING) ? eighteenYearsBefore(today) : dob,
    gender,
    address: {
      careOf: `${father} ${surname}`,
      house: `${1 + dice(240)}`,
      street: STREETS[dice(STREETS.length)] ?? STREETS[0],
      ...place,
    },
  }
}

function eighteenYearsBefore(today: Day): Day {
  return day(`${Number(today.slice(0, 4)) - 18}-01-15`)
}

/** Numbers below a bound, drawn one after another from a digest of the seed. */
function diceFor(seed: string): (sides: number) => number {
  const digest = createHash('sha256').update(`invented person ${seed}`).digest()
  let at = 0
  return sides => {
    const value = digest.readUInt16BE(at % (digest.length - 1))
    at += 2
    return value % sides
  }
}
