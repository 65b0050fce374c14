import type { Browser } from 'playwright-core'

/** The person whom the cards name, who does not exist. */
export type CardHolder = {
  readonly name: string
  readonly father: string
  /** As printed on the card: `12/08/1994`. */
  readonly dob: string
  readonly gender: 'MALE' | 'FEMALE'
  readonly aadhaar: string
  readonly pan: string
}

/** A picture in the form that a file input takes. */
export type PictureFile = {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

const STYLE = `
  body { margin: 0; width: 1012px; height: 638px; position: relative; font: 34px "Liberation Sans", Arial, sans-serif; color: #14142a }
  div { position: absolute; white-space: nowrap } b { font-weight: 700 } .photo { background: #cdd6dd } .small { font-size: 26px }`

function at(left: number, top: number, text: string, style = ''): string {
  return `<div style="left:${left}px;top:${top}px;${style}">${text}</div>`
}

function aadhaarFront({ name, dob, gender, aadhaar }: CardHolder): string {
  return [
    at(
      150,
      62,
      'Government of India',
      'width:712px;text-align:center;background:#4aa347;color:#fff;line-height:36px;font-size:30px',
    ),
    at(46, 150, '', 'width:230px;height:290px;background:#cdd6dd'),
    at(310, 205, name),
    at(310, 250, `DOB: ${dob}`),
    at(310, 298, gender),
    at(296, 490, `<b>${aadhaar.replace(/(.{4})(?=.)/g, '$1 ')}</b>`, 'font-size:56px'),
    at(40, 562, '', 'width:932px;height:4px;background:#c0392b'),
  ].join('')
}

function panCard({ name, father, dob, pan }: CardHolder): string {
  return [
    at(58, 72, '<b>INCOME TAX DEPARTMENT</b>', 'font-size:30px'),
    at(640, 72, '<b>GOVT. OF INDIA</b>', 'font-size:30px'),
    at(58, 130, '', 'width:170px;height:200px;background:#cdd6dd'),
    at(330, 168, 'Permanent Account Number Card', 'font-size:24px'),
    at(380, 204, `<b>${pan}</b>`, 'font-size:46px'),
    at(58, 360, 'Name', 'font-size:20px'),
    at(58, 386, `<b>${name.toUpperCase()}</b>`, 'font-size:30px'),
    at(58, 438, "Father's Name", 'font-size:20px'),
    at(58, 462, `<b>${father.toUpperCase()}</b>`, 'font-size:30px'),
    at(58, 520, 'Date of Birth', 'font-size:20px'),
    at(58, 546, `<b>${dob}</b>`, 'font-size:30px'),
  ].join('')
}

/** Draws both cards as pictures, so that the repository needs no specimens. */
export async function drawCards(
  browser: Browser,
  holder: CardHolder,
): Promise<{ front: PictureFile; pan: PictureFile }> {
  const context = await browser.newContext({ viewport: { width: 1012, height: 638 } })
  const page = await context.newPage()
  const draw = async (name: string, inside: string, ground: string): Promise<PictureFile> => {
    await page.setContent(`<style>${STYLE} body { background: ${ground} }</style>${inside}`)
    return { name: `${name}.png`, mimeType: 'image/png', buffer: await page.screenshot() }
  }
  const front = await draw('front', aadhaarFront(holder), '#fdfdfb')
  const pan = await draw('pan', panCard(holder), '#cfe6ee')
  await context.close()
  return { front, pan }
}
