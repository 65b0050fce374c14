import styles from './Rosette.module.css'

const turns = Array.from({ length: 18 }, (_, index) => index * 10)

/**
 * The guilloche rosette of the tier covers and the canopy. It takes the colour of the text around
 * it.
 */
export function Rosette() {
  return (
    <svg className={styles.rosette} viewBox="0 0 100 100" aria-hidden="true">
      {turns.map(turn => (
        <ellipse key={turn} cx="50" cy="50" rx="48" ry="17" transform={`rotate(${turn} 50 50)`} />
      ))}
      <circle cx="50" cy="50" r="48.5" />
    </svg>
  )
}
