import styles from './Art.module.css'

/**
 * Each picture has paper and lines in the brand colour on the star, and one small turmeric star
 * (interface, rule 1).
 */
const drawings = {
  order: (
    <>
      <path className={styles.paper} d="M40 32h40v54l-6.7-4-6.6 4-6.7-4-6.7 4-6.6-4-6.7 4z" />
      <path d="M49 46h22M49 56h22M49 66h12" />
      <path
        className={styles.lit}
        d="M87 34L84.9 36.1L84.9 38.9L82.1 38.9L80 41L77.9 38.9L75.1 38.9L75.1 36.1L73 34L75.1 31.9L75.1 29.1L77.9 29.1L80 27L82.1 29.1L84.9 29.1L84.9 31.9Z"
      />
    </>
  ),
  audit: (
    <>
      <path className={styles.paper} d="M42 34h28l10 10v44H42z" />
      <path d="M70 34v10h10M50 54h18M50 62h22M50 70h12" />
      <circle className={styles.paper} cx="76" cy="78" r="13" />
      <path d="M76 71v7l5 3" />
      <path
        className={styles.lit}
        d="M48 36L46.2 37.8L46.2 40.2L43.8 40.2L42 42L40.2 40.2L37.8 40.2L37.8 37.8L36 36L37.8 34.2L37.8 31.8L40.2 31.8L42 30L43.8 31.8L46.2 31.8L46.2 34.2Z"
      />
    </>
  ),
  denied: (
    <>
      <rect className={styles.paper} x="36" y="38" width="48" height="44" rx="6" />
      <path d="M36 51h48M48 32v12M72 32v12" />
      <path d="M52 67h16M63 61.5l6 5.5-6 5.5" />
      <path
        className={styles.lit}
        d="M91 82L88.9 84.1L88.9 86.9L86.1 86.9L84 89L81.9 86.9L79.1 86.9L79.1 84.1L77 82L79.1 79.9L79.1 77.1L81.9 77.1L84 75L86.1 77.1L88.9 77.1L88.9 79.9Z"
      />
    </>
  ),
  offline: (
    <>
      <rect className={styles.paper} x="44" y="30" width="32" height="58" rx="6" />
      <path d="M56 81h8M51 50a13 13 0 0 1 18 0M55 56a7 7 0 0 1 10 0M60 62v.1" />
      <path d="M46 68 74 40" />
      <path
        className={styles.lit}
        d="M85 34L82.9 36.1L82.9 38.9L80.1 38.9L78 41L75.9 38.9L73.1 38.9L73.1 36.1L71 34L73.1 31.9L73.1 29.1L75.9 29.1L78 27L80.1 29.1L82.9 29.1L82.9 31.9Z"
      />
    </>
  ),
  error: (
    <>
      <path className={styles.paper} d="M34 40h52v40H34z" />
      <path d="M34 50h52M40 45v.1M46 45v.1M52 45v.1" />
      <path d="m50 59 7 7M57 59l-7 7M64 60h14M64 66h9" />
      <path
        className={styles.lit}
        d="M93 80L90.9 82.1L90.9 84.9L88.1 84.9L86 87L83.9 84.9L81.1 84.9L81.1 82.1L79 80L81.1 77.9L81.1 75.1L83.9 75.1L86 73L88.1 75.1L90.9 75.1L90.9 77.9Z"
      />
    </>
  ),
  success: (
    <>
      <path className={styles.paper} d="M42 32h36v56H42z" />
      <path d="M50 42h20M50 50h14" />
      <circle className={styles.paper} cx="62" cy="70" r="12" />
      <path d="m56.5 70 4 4 7.5-8" />
      <path
        className={styles.lit}
        d="M85 34L82.9 36.1L82.9 38.9L80.1 38.9L78 41L75.9 38.9L73.1 38.9L73.1 36.1L71 34L73.1 31.9L73.1 29.1L75.9 29.1L78 27L80.1 29.1L82.9 29.1L82.9 31.9Z"
      />
    </>
  ),
  bank: (
    <>
      <path className={styles.paper} d="M34 52 60 34l26 18z" />
      <path d="M40 52v26M52 52v26M68 52v26M80 52v26M34 84h52M37 78h46" />
      <path
        className={styles.lit}
        d="M67 46L64.9 48.1L64.9 50.9L62.1 50.9L60 53L57.9 50.9L55.1 50.9L55.1 48.1L53 46L55.1 43.9L55.1 41.1L57.9 41.1L60 39L62.1 41.1L64.9 41.1L64.9 43.9Z"
      />
    </>
  ),
  search: (
    <>
      <path className={styles.paper} d="M38 34h34v48H38z" />
      <path d="M46 44h18M46 52h18M46 60h8" />
      <circle className={styles.paper} cx="70" cy="68" r="11" />
      <path d="m78 76 9 9" />
      <path
        className={styles.lit}
        d="M45 34L42.9 36.1L42.9 38.9L40.1 38.9L38 41L35.9 38.9L33.1 38.9L33.1 36.1L31 34L33.1 31.9L33.1 29.1L35.9 29.1L38 27L40.1 29.1L42.9 29.1L42.9 31.9Z"
      />
    </>
  ),
} as const

export type ArtName = keyof typeof drawings

/**
 * A picture for an empty, failed or final state. It is decoration: the sentence below it says the
 * same.
 */
export function Art(props: { name: ArtName }) {
  return (
    <svg className={styles.art} viewBox="0 0 120 120" aria-hidden="true">
      <path
        className={styles.ground}
        d="M116 60L99.6 76.4L99.6 99.6L76.4 99.6L60 116L43.6 99.6L20.4 99.6L20.4 76.4L4 60L20.4 43.6L20.4 20.4L43.6 20.4L60 4L76.4 20.4L99.6 20.4L99.6 43.6Z"
      />
      <path
        className={styles.faint}
        d="M119 60L101.7 77.3L101.7 101.7L77.3 101.7L60 119L42.7 101.7L18.3 101.7L18.3 77.3L1 60L18.3 42.7L18.3 18.3L42.7 18.3L60 1L77.3 18.3L101.7 18.3L101.7 42.7Z"
      />
      <path
        className={styles.faint}
        d="M108 60L93.9 74.1L93.9 93.9L74.1 93.9L60 108L45.9 93.9L26.1 93.9L26.1 74.1L12 60L26.1 45.9L26.1 26.1L45.9 26.1L60 12L74.1 26.1L93.9 26.1L93.9 45.9Z"
      />
      {drawings[props.name]}
    </svg>
  )
}
