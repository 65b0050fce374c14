import { afterEach, expect, test, vi } from 'vitest'
import { readAloud, voiceOf, watchVoices } from '#web/device/read-aloud.ts'

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'name'>

class Utterance {
  voice: Voice | null = null
  lang = ''
  onend = () => undefined
  onerror = () => undefined
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

function device(...voices: Voice[]) {
  const queue: Utterance[] = []
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak: (utterance: Utterance) => queue.push(utterance),
    cancel: () => queue.splice(0),
  })
  vi.stubGlobal('speechSynthesis', speech)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  return { queue, speech }
}

const voice = (lang: string, localService = true): Voice => ({ lang, localService, name: lang })

afterEach(() => vi.unstubAllGlobals())

test('prefers an Indian voice, else takes another of the language', () => {
  device(voice('en-US'), voice('hi_IN'), voice('en-IN'))
  expect(voiceOf('en')?.lang).toBe('en-IN')
  expect(voiceOf('hi')?.lang).toBe('hi_IN')
  device(voice('en-GB'))
  expect(voiceOf('en')?.lang).toBe('en-GB')
})

test('takes no voice of another language, and none that sends the text to a service', () => {
  device(voice('hi-IN', false), voice('hil-PH'))
  expect(voiceOf('hi')).toBeUndefined()
})

test('finds no voice where the browser cannot speak', () => {
  vi.stubGlobal('speechSynthesis', undefined)
  expect(voiceOf('en')).toBeUndefined()
  expect(watchVoices(() => undefined)).toBeTypeOf('function')
})

test('reads every line, equal ones too, and calls back once after the last', () => {
  const { queue } = device()
  const ended = vi.fn()
  readAloud(['Total', '₹5', 'Total'], voice('en-IN') as SpeechSynthesisVoice, ended)
  expect(queue.map(({ text, lang }) => [text, lang])).toEqual([
    ['Total', 'en-IN'],
    ['₹5', 'en-IN'],
    ['Total', 'en-IN'],
  ])
  queue[0]?.onend()
  expect(ended).not.toHaveBeenCalled()
  queue[2]?.onend()
  queue[2]?.onerror()
  expect(ended).toHaveBeenCalledOnce()
})

test('stops at once without calling back', () => {
  const { queue } = device()
  const ended = vi.fn()
  const silence = readAloud(['One', 'Two'], voice('en-IN') as SpeechSynthesisVoice, ended)
  const last = queue.at(-1)
  silence()
  expect(queue).toEqual([])
  last?.onerror()
  expect(ended).not.toHaveBeenCalled()
})

test('reports when the voices become known', () => {
  const { speech } = device()
  const changed = vi.fn()
  const stop = watchVoices(changed)
  speech.dispatchEvent(new Event('voiceschanged'))
  stop()
  speech.dispatchEvent(new Event('voiceschanged'))
  expect(changed).toHaveBeenCalledOnce()
})
