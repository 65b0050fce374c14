/** The answers of an invented person to the questions of verification. */
import { crc32, deflateSync } from 'node:zlib'

export const BASE_INFO = {
  education: '5',
  maritalStatus: '1',
  liveState: '27',
  liveDistrict: '490',
  pinCode: '411038',
  salaryDay: '1',
}
export const WORK_INFO = {
  workState: '1',
  companyName: 'Verma Textiles',
  companyState: '27',
  companyDistrict: '490',
  workingYears: '2',
  monthlyIncome: '42000',
  monthlyObligations: '3000',
}
export const CONTACTS = {
  oneName: 'Meena Verma',
  oneMobile: '9811111111',
  oneRelation: '2',
  twoName: "Ravi O'Brien",
  twoMobile: '9822222222',
  twoRelation: '1',
  thirdName: 'K. Nair',
  thirdMobile: '9833333333',
  thirdRelation: '3',
}
/** A PNG of noise: no face, but the simulated check accepts it as one. */
export function picture(widthPixels = 240, heightPixels = 240): Blob {
  const rows = Buffer.alloc(heightPixels * (widthPixels + 1))
  let noise = 7
  for (let at = 0; at < rows.length; at += 1) {
    noise = (noise * 1_103_515_245 + 12_345) % 2_147_483_648
    rows[at] = at % (widthPixels + 1) === 0 ? 0 : noise >>> 16
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(widthPixels, 0)
  header.writeUInt32BE(heightPixels, 4)
  header[8] = 8
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return new Blob(
    [new Uint8Array(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]))],
    { type: 'image/png' },
  )
}

function chunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(chunk.length + 8)
  framed.writeUInt32BE(data.length, 0)
  chunk.copy(framed, 4)
  framed.writeUInt32BE(crc32(chunk), chunk.length + 4)
  return framed
}
