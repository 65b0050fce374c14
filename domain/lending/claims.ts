/*
 * Finds the figures and cost words in a product's text, in English or Hindi. Every figure of a loan
 * is shown from its terms, so a text without figures cannot contradict them: the publish gate
 * refuses all of these words, true or not (product §4).
 */

/**
 * Words for costs and for the duration of a loan. A word ending in `*` stands for all words that
 * begin with it.
 */
const COST_WORDS = patternOf(`
  percent* cent pct bps point points mille rs inr rupee* paisa paise lakh* lac lacs crore* hundred* thousand* million*
  interest rate rates apr emi emis gst fee fees charge charges commission* penal penalty penalties cost costs free waive*
  discount* cashback installment* instalment* tenor tenors tenure tenures shulk byaj byaaj muft
  day days daily everyday week weeks weekly fortnight* month months monthly quarter* year years yearly annual* annum decade*
  प्रतिशत शत फीसद* परसेंट रु रुपय* रुपए रूपय* रूपए सौ हजार* लाख* करोड* ब्याज* सूद दर दरें दरों एपीआर ईएमआई जीएसटी शुल्क* फीस चार्ज*
  कमीशन जुर्मान* दंड* खर्च* लागत* मुफ्त* फ्री निःशुल्क निशुल्क माफ छूट डिस्काउंट कैशबैक किस्त* अवधि
  दिन* प्रतिदिन रोज रोजाना हररोज दैनिक दिवस हफ्त* सप्ताह* साप्ताहिक पखवाड* महीन* माह माहवार मास मासिक प्रतिमाह तिमाही
  साल* वर्ष* वार्षिक प्रतिवर्ष बरस*`)

/** A number word counts as a figure of the loan if the text mentions a loan. */
const NUMBER_WORDS = patternOf(`
  zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty thirty forty fifty sixty seventy eighty ninety dozen शून्य जीरो दो तीन चार पांच पाँच छह छः छ सात आठ नौ दस ग्यारह बारह
  तेरह चौदह पंद्रह पन्द्रह सोलह सत्रह अठारह उन्नीस बीस पच्चीस तीस पैंतीस चालीस पैंतालीस पचास साठ सत्तर अस्सी नब्बे डेढ ढाई`)
const LOAN_WORDS = patternOf('loan* borrow* lend* credit* ऋण* लोन* उधार*')

const FIGURE = /[\p{N}%‰‱\p{Sc}]/u
const TOKEN = /\p{N}[\p{N}.,]*|[\p{L}\p{M}]+|[%‰‱]|\p{Sc}/gu
/** Invisible characters, and the nukta, which many writers of Hindi leave out. */
const INVISIBLE_OR_NUKTA = /\p{Cf}|\u093c/gu

/** Every figure and cost word in a text, in order of appearance. */
export function figuresIn(text: string): readonly string[] {
  const plain = text.normalize('NFKC').toLowerCase().replace(INVISIBLE_OR_NUKTA, '')
  const tokens = plain.match(TOKEN) ?? []
  const isOfLoan = tokens.some(token => LOAN_WORDS.test(token))
  return tokens.filter(
    token => FIGURE.test(token) || COST_WORDS.test(token) || (isOfLoan && NUMBER_WORDS.test(token)),
  )
}

function patternOf(words: string): RegExp {
  const alternatives = words.trim().split(/\s+/).join('|').replaceAll('*', '[\\p{L}\\p{M}]*')
  return new RegExp(`^(?:${alternatives})$`, 'u')
}
