import type { ContactSlot, RelationCode } from '#domain/identity/contacts.ts'
import type { MessageId } from '#words/catalogues.ts'

type SlotName = ContactSlot['name']

export const slotTitles: Record<SlotName, MessageId> = {
  oneName: 'verify.contact.one',
  twoName: 'verify.contact.two',
  thirdName: 'verify.contact.third',
}

/** The relations that each contact may have (specification §3). */
export const relationNames: Record<SlotName, Record<RelationCode, MessageId>> = {
  oneName: {
    1: 'verify.relation.father',
    2: 'verify.relation.mother',
    3: 'verify.relation.spouse',
  },
  twoName: {
    1: 'verify.relation.brother',
    2: 'verify.relation.sisters',
    3: 'verify.relation.children',
  },
  thirdName: {
    1: 'verify.relation.classmates',
    2: 'verify.relation.colleagues',
    3: 'verify.relation.friends',
  },
}
