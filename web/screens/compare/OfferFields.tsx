import { typedDigits } from '#domain/digits.ts'
import { GST_BPS } from '#domain/limits.ts'
import { t } from '#web/locales/i18n.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { percent } from '#words/format.ts'
import { type Entry, OFTEN } from './read-offer.ts'

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
  const count = { inputMode: 'numeric', normalise: typedDigits } as const
  return (
    <>
      <AmountField {...field('amount')} prefix="₹" label={t('compare.amount')} />
      <AmountField
        {...field('charges')}
        prefix="₹"
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
      <AmountField
        {...field('instalment')}
        prefix="₹"
        label={t('compare.instalment')}
        hint={t('compare.instalment.hint')}
      />
      <TextField {...field('instalments')} {...count} label={t('compare.instalments')} />
      <SelectField
        label={t('compare.often')}
        placeholder={null}
        value={entry.often}
        onChange={value => onChange({ often: OFTEN.find(often => often === value) ?? entry.often })}
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
