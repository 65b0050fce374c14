import type { ReactNode } from 'react'
import { t } from '#web/locales/i18n.ts'
import { classes } from '#web/ui/classes.ts'
import { VisuallyHidden } from '#web/ui/Type.tsx'
import styles from './Skeleton.module.css'

/** A grey shape of the size of the missing content. */
export function Bone(props: {
  shape?:
    | 'line'
    | 'title'
    | 'square'
    | 'field'
    | 'button'
    | 'row'
    | 'amount'
    | 'card'
    | 'tile'
    | 'outcome'
  half?: boolean
}) {
  return (
    <span
      className={classes(styles.bone, styles[props.shape ?? 'line'], props.half && styles.half)}
      aria-hidden="true"
    />
  )
}

/** Wraps Bones laid out like the content, and announces that it is loading. */
export function Skeleton(props: { children: ReactNode }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <span role="status">{t('ui.loading')}</span>
      </VisuallyHidden>
      {props.children}
    </div>
  )
}

/** Several equal Bones, for lists. */
export function Bones(props: { count: number; shape: 'line' | 'row' | 'field' | 'card' | 'tile' }) {
  return Array.from({ length: props.count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bones are all alike
    <Bone key={index} shape={props.shape} />
  ))
}
