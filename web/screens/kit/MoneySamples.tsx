import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'
import { dayAndTime } from '#web/locales/format.ts'
import { AmountHero, ScheduleBars } from '#web/ui/AmountHero.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Logo } from '#web/ui/Card.tsx'
import { Canopy, Wordmark } from '#web/ui/Frame.tsx'
import { Grow, Row, Rule, Section, Stack } from '#web/ui/Layout.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Ladder, Pips, TierCover } from '#web/ui/Tier.tsx'
import { Amount, Note, Quiet, Strong, TextLink } from '#web/ui/Type.tsx'
import { Facts, KeyValues } from '#web/ui/Values.tsx'
import { money, moneyWhole, percent, percentPerDay } from '#words/format.ts'

const facts = [
  { label: 'Loan term', value: '91~180 days' },
  { label: 'Interest', value: `${percentPerDay(ppmPerDay(800))}/day` },
  { label: 'APR', value: percent(basisPoints(4739)) },
]

const weeks = Array.from({ length: 13 }, (_, week) => ({
  principal: 372 + week * 2,
  interest: 28 - week * 2,
  paid: week < 2,
}))

export function MoneySamples() {
  return (
    <>
      <Canopy seal>
        <Stack gap="loose">
          <Wordmark name="Saral" />
          <Row>
            <Logo name="Saral" />
            <Grow>
              <Strong>Saral Weekly</Strong>
            </Grow>
            <Tag tone="good">Loaned</Tag>
            <Tag tone="outline">Copper</Tag>
          </Row>
          <div>
            <Note>Next repayment</Note>
            <Amount>{money(paise(39986))}</Amount>
            <Quiet>{dayAndTime(new Date('2026-11-27T05:12:00Z'))}</Quiet>
          </div>
          <Hero />
          <Row>
            <Button kind="secondary">Details</Button>
            <Button kind="main">Repayment</Button>
          </Row>
        </Stack>
      </Canopy>
      <Card>
        <Hero />
        <Rule />
        <Facts facts={facts} />
      </Card>
      <Costs />
      <Section title="13 weekly instalments" aside={<Strong>{money(paise(39986))}</Strong>}>
        <ScheduleBars
          bars={weeks}
          from="27 Nov 2026"
          to="19 Feb 2027"
          description="13 weekly instalments of ₹399.86; the last one is ₹399.87"
          legend={{ principal: 'Principal', interest: 'Interest' }}
          aside={<TextLink onPress={() => undefined}>All dates</TextLink>}
        />
      </Section>
      <Tiers />
    </>
  )
}

function Hero() {
  return (
    <AmountHero
      received={{ label: 'You receive', text: money(paise(488200)), value: 488200 }}
      cost={{ label: 'It costs', text: money(paise(31619)), value: 31619 }}
      repaid={{ label: 'You repay', text: money(paise(519819)) }}
      description="Of ₹5,198.19 you repay, you receive ₹4,882.00 and ₹316.19 is the cost"
    />
  )
}

function Costs() {
  return (
    <Section title="What it costs">
      <KeyValues
        rows={[
          { label: 'Processing fee, 2%', value: '₹100.00' },
          { label: 'Interest over 13 weeks', value: '₹198.19', note: '0.08%/day' },
          { label: 'Penal charge, 3 days', value: '₹15.11', tone: 'bad' },
          { label: 'It costs', value: '₹1,00,316.19', tone: 'sum' },
        ]}
      />
      <Note>The fee and GST are deducted before the money is sent.</Note>
    </Section>
  )
}

function Tiers() {
  return (
    <>
      <Card flush as="article">
        <TierCover metal="copper" name="copper" amount={moneyWhole(paise(500000))} />
        <Card plain as="div">
          <Row>
            <Logo name="Saral" />
            <Grow>
              <h3>Saral Weekly</h3>
            </Grow>
          </Row>
          <Facts facts={facts} />
          <Button wide>APPLY</Button>
        </Card>
      </Card>
      <TierCover
        metal="silver"
        name="silver"
        amount={moneyWhole(paise(1000000))}
        locked={{
          title: 'Saral Silver',
          note: 'Opens after 3 loans repaid',
          pips: <Pips done={1} of={3} label="1 of 3 loans repaid" />,
        }}
      />
      <TierCover
        metal="gold"
        name="gold"
        amount={moneyWhole(paise(4000000))}
        locked={{
          title: 'Saral Gold',
          note: 'Opens after 5 loans repaid',
          pips: <Pips done={1} of={5} label="1 of 5 loans repaid" />,
        }}
      />
      <Card>
        <h3>1 loan repaid on time</h3>
        <Ladder
          label="Discounts"
          rungs={[
            { step: '1', gives: '5%', reached: true },
            { step: '2', gives: '9%', reached: false },
            { step: '4', gives: '13%', reached: false },
            { step: '5', gives: '14%', reached: false },
          ]}
        />
      </Card>
    </>
  )
}
