import { GST_BPS } from '#domain/limits.ts'
import { t } from '#web/locales/i18n.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { digitsOnly } from '#web/ui/typed-digits.ts'
import { percent } from '#words/format.ts'
import { type Entry, OFTEN } from './read-offer.ts'

/** Ten crore, with its commas and paise, and some room for spaces. */
const RUPEES_CHARS = 18
const COUNT_CHARS = 3

const words = {
  week: 'compare.often.week',
  fortnight: 'compare.often.fortnight',
  month: 'compare.often.month',
  days: 'compare.often.days',
} as const

type Props = {
  entry: Entry
  onChange: (part: Partial<Entry>) => void
  errorOf: (column: string) => string | undefined
}

/** The figures of an offer, in the order in which an offer document lists them. */
export function OfferFields({ entry, onChange, errorOf }: Props) {
  function field(name: 'amount' | 'charges' | 'instalment' | 'instalments' | 'days') {
    return {
      name,
      value: entry[name],
      onChange: (value: string) => onChange({ [name]: value }),
      error: errorOf(name),
    }
  }
  const rupees = { prefix: '₹', inputMode: 'decimal', maxLength: RUPEES_CHARS } as const
  const count = { inputMode: 'numeric', maxLength: COUNT_CHARS, normalise: digitsOnly } as const
  return (
    <>
      <TextField {...field('amount')} {...rupees} label={t('compare.amount')} />
      <TextField
        {...field('charges')}
        {...rupees}
        label={t('compare.charges')}
        hint={t('compare.charges.hint')}
      />
      <Checkbox
        name="isGstAdded"
        checked={entry.isGstAdded}
        onChange={isGstAdded => onChange({ isGstAdded })}
      >
        {t('compare.gst', { rate: percent(GST_BPS) })}
      </Checkbox>
      <TextField
        {...field('instalment')}
        {...rupees}
        label={t('compare.instalment')}
        hint={t('compare.instalment.hint')}
      />
      <TextField {...field('instalments')} {...count} label={t('compare.instalments')} />
      <SelectField
        label={t('compare.often')}
        placeholder={null}
        value={entry.often}
        onChange={picked =>
          onChange({ often: OFTEN.find(often => often === picked) ?? entry.often })
        }
        options={OFTEN.map(often => ({ value: often, label: t(words[often]) }))}
      />
      {entry.often === 'days' && (
        <TextField
          {...field('days')}
          {...count}
          label={t('compare.days')}
          hint={t('compare.days.hint')}
        />
      )}
    </>
  )
}
