import { useState } from 'react'
import { paths } from '#web/paths.ts'
import { Card, Item, Logo } from '#web/ui/Card.tsx'
import { Grow, Row } from '#web/ui/Layout.tsx'
import { OutsideItem } from '#web/ui/OutsideItem.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Switch } from '#web/ui/Toggle.tsx'
import { Note, Strong } from '#web/ui/Type.tsx'
import { Facts } from '#web/ui/Values.tsx'

export function ItemSamples() {
  const [auto, setAuto] = useState(false)
  return (
    <>
      <Card flush>
        <Item
          icon="bank"
          to={paths.home()}
          noteFirst
          note="Money goes to"
          strong
          title="State Bank of India, 4821"
        />
        <Item
          icon="rupee"
          strong
          title="Auto get money"
          note="Only for exactly these terms."
          control={
            <Switch checked={auto} onChange={setAuto} label="Auto get money on these terms" />
          }
        />
        <Item icon="globe" title="Language" value="English" onPress={() => undefined} />
        <OutsideItem
          icon="shield"
          title="RBI complaint portal (CMS)"
          note="cms.rbi.org.in"
          href="https://cms.rbi.org.in"
        />
        <Item icon="leave" title="Quit" onPress={() => undefined} />
      </Card>
      <Card dense to={paths.orderDetail('1')}>
        <Row align="top">
          <Logo name="Saral" />
          <Grow>
            <Strong>Saral Weekly</Strong>
            <Note>SR 2026 1120 0517</Note>
          </Grow>
          <Tag tone="good">Loaned</Tag>
        </Row>
        <Facts
          facts={[
            { label: 'Loan amount', value: '₹5,000.00' },
            { label: 'Received', value: '₹4,882.00' },
            { label: 'Repayment', value: '₹5,198.19' },
          ]}
        />
      </Card>
    </>
  )
}
