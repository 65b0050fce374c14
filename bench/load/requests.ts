/** What the bench asks of the server, for a person by number. */
import { BASE_PATH } from '#contract/path.ts'
import { requestText } from './line.ts'
import { person } from './people.ts'

export const HOME_PATH = `${BASE_PATH}/home/v1/index`

export function applyRequest(number: number): Buffer {
  const { cardId, token, cookie } = person(number)
  const body = { cardId, borrowAmount: 2000, periods: 7, productId: 'saral-seven', autoGetMoney: 0 }
  const headers = {
    ...headersOf(token, cookie),
    'content-type': 'application/json',
    'idempotency-key': `bench-${number}`,
  }
  return requestText('POST', `${BASE_PATH}/order/v1/apply`, headers, JSON.stringify(body))
}

export function homeRequest(number: number): Buffer {
  const { token, cookie } = person(number)
  return requestText('GET', HOME_PATH, headersOf(token, cookie))
}

function headersOf(token: string, cookie: string): Record<string, string> {
  return {
    token,
    cookie: `__Host-saral-session=${cookie}`,
    os: 'android-h5',
    accept: 'application/json',
  }
}
