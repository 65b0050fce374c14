import { t } from '#web/locales/i18n.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { VisuallyHidden } from '#web/ui/Type.tsx'
import styles from './Stepper.module.css'

/**
 * The progress through a few steps: stars joined by the lattice. `now` counts from 0; the steps
 * before it are done.
 */
export function Stepper(props: { steps: readonly string[]; now: number }) {
  return (
    <div className={styles.frame}>
      <ol className={styles.steps} aria-label={t('ui.steps')}>
        {props.steps.map((name, index) => (
          <li
            key={name}
            className={classes(
              styles.step,
              index < props.now && styles.done,
              index === props.now && styles.now,
            )}
            aria-current={index === props.now ? 'step' : undefined}
          >
            <span className={styles.star} aria-hidden="true">
              {index < props.now ? <Icon name="check" small /> : index + 1}
            </span>
            <span className={styles.name}>
              {name}
              {index < props.now && <VisuallyHidden> {t('ui.done')}</VisuallyHidden>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
