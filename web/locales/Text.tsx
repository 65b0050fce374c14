import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { t } from '#web/locales/i18n.ts'
import type { MessageId } from '#words/catalogues.ts'
import type { Values } from '#words/messages.ts'

const element = /<([a-z]+)>(.*?)<\/\1>/s

/**
 * A message with elements in it: `"I agree to the <link>Agreement</link>"` with `components={{
 * link: <a href=… /> }}`. Use `t` for plain messages. Elements do not nest.
 */
export function Text(props: {
  id: MessageId
  values?: Values
  components: Record<string, ReactElement>
}) {
  // Split by a pattern with two groups: text, name, inside, text, name, inside, text.
  const pieces = t(props.id, props.values).split(element)
  const nodes: ReactNode[] = []
  for (let at = 0; at < pieces.length; at += 3) {
    nodes.push(pieces[at])
    const component = props.components[pieces[at + 1] ?? '']
    const inside = pieces[at + 2]
    if (inside !== undefined)
      nodes.push(
        component ? (
          cloneElement(component, { key: at }, inside)
        ) : (
          <Fragment key={at}>{inside}</Fragment>
        ),
      )
  }
  return <>{nodes}</>
}
