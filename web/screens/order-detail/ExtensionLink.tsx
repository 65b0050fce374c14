import { extensionStates } from '#domain/lending/order.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Card, Item } from '#web/ui/Card.tsx'
import { Note } from '#web/ui/Type.tsx'
import type { OrderData } from './order-data.ts'

/** The way to move the due date, where it may be moved now or its payment is awaited, and what became of the last (spec §2, "Order detail"). */
export function ExtensionLink({ data }: { data: OrderData }) {
  const { orderId, orderState, extensionState, extensionDueDay } = data
  const isAwaited = orderState === '11'
  const note = isAwaited
    ? t('extension.link.awaited')
    : extensionDueDay && t('extension.link.to', { date: day(extensionDueDay) })
  return (
    <>
      {note && (
        <Card flush>
          <Item
            icon="calendar"
            strong
            title={t('extension.link')}
            note={note}
            to={paths.extension(orderId)}
          />
        </Card>
      )}
      {extensionState === extensionStates.lapsed && <Note>{t('extension.lapsed')}</Note>}
    </>
  )
}
