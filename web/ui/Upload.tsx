import type { ChangeEvent, ReactNode } from 'react'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import styles from './Upload.module.css'

/** Shows progress, from 0 to 1. */
export function Meter(props: { value: number; label: string }) {
  return (
    <progress
      className={styles.meter}
      value={Math.min(1, Math.max(0, props.value))}
      max={1}
      aria-label={props.label}
    />
  )
}

export type UploadState =
  | { kind: 'none' }
  /** Chosen and shown, not sent yet. */
  | { kind: 'chosen'; preview: string }
  | { kind: 'sending'; preview?: string; progress: number; detail?: string; onCancel: () => void }
  /** Sent, and being processed by the server; another picture may be taken meanwhile. */
  | { kind: 'working'; preview?: string; progress: number; detail: string }
  | { kind: 'failed'; preview?: string; message: string; onRetry: (() => void) | undefined }
  | { kind: 'done'; preview?: string }

type UploadTileProps = {
  name: string
  hint?: ReactNode
  icon: IconName
  state: UploadState
  onPick: (file: File) => void
  /** Opens the camera at once, front (`user`) or back (`environment`). */
  capture?: 'user' | 'environment'
  /** The label of a second button, which takes a file, if `capture` opens the camera. */
  fromFile?: string
  /** Removes the picture, if it is optional. */
  onRemove?: () => void
}

/**
 * One picture to upload, before, during and after it is sent; it can be cancelled and taken again.
 */
export function UploadTile(props: UploadTileProps) {
  const { state } = props
  const preview = 'preview' in state ? state.preview : undefined
  return (
    <div className={classes(styles.tile, state.kind === 'none' && styles.none)}>
      <span className={styles.pic}>
        {preview ? <img src={preview} alt="" /> : <Icon name={props.icon} />}
      </span>
      <div className={styles.words}>
        <span className={styles.name}>{props.name}</span>
        <UploadWords {...props} />
      </div>
      {state.kind === 'none' && props.fromFile === undefined && (
        <span className={styles.camera}>
          <Icon name="camera" />
        </span>
      )}
      {state.kind === 'none' && (
        <FilePicker label={props.name} capture={props.capture} onPick={props.onPick} />
      )}
    </div>
  )
}

function UploadWords(props: UploadTileProps) {
  const { state } = props
  if (state.kind === 'none')
    return (
      <>
        {props.hint !== undefined && <span className={styles.note}>{props.hint}</span>}
        {props.fromFile !== undefined && (
          <TwoWays name={props.name} fromFile={props.fromFile} onPick={props.onPick} />
        )}
      </>
    )
  if (state.kind === 'sending')
    return (
      <>
        <Meter value={state.progress} label={t('ui.uploading', { name: props.name })} />
        {state.detail !== undefined && <span className={styles.note}>{state.detail}</span>}
        <span className={styles.act}>
          <Button kind="quiet" small onPress={state.onCancel}>
            {t('ui.cancel')}
          </Button>
        </span>
      </>
    )
  return (
    <>
      {state.kind === 'working' && (
        <>
          <Meter value={state.progress} label={t('ui.working', { name: props.name })} />
          <span className={styles.note}>{state.detail}</span>
        </>
      )}
      {state.kind === 'done' && (
        <span className={styles.done} role="status">
          <Icon name="check" small />
          {t('ui.done')}
        </span>
      )}
      {state.kind === 'failed' && (
        <span className={styles.bad} role="alert">
          {state.message}
        </span>
      )}
      <span className={styles.act}>
        {state.kind === 'failed' && state.onRetry && (
          <Button kind="quiet" small onPress={state.onRetry}>
            {t('ui.retry')}
          </Button>
        )}
        <TakeAgain label={props.name} capture={props.capture} onPick={props.onPick} />
        {props.onRemove && (
          <Button kind="quiet" small onPress={props.onRemove}>
            {t('ui.remove')}
          </Button>
        )}
      </span>
    </>
  )
}

type PickerProps = {
  label: string
  capture: 'user' | 'environment' | undefined
  onPick: (file: File) => void
}

/** A file input that lies invisibly over its tile, so that the whole tile is the target. */
function FilePicker(props: PickerProps) {
  function pick(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Cleared, so that choosing the same file again fires a change event.
    event.target.value = ''
    if (file) props.onPick(file)
  }
  return (
    <input
      type="file"
      accept="image/*"
      capture={props.capture}
      className={styles.input}
      aria-label={props.label}
      onChange={pick}
    />
  )
}

/** The tile opens the camera; a button beside it chooses a file. */
function TwoWays({
  name,
  fromFile,
  onPick,
}: {
  name: string
  fromFile: string
  onPick: (file: File) => void
}) {
  return (
    <span className={styles.act}>
      <span className={styles.again} aria-hidden="true">
        <Icon name="camera" />
      </span>
      <span className={classes(styles.again, styles.file)}>
        <span aria-hidden="true">{fromFile}</span>
        <FilePicker label={`${name}: ${fromFile}`} capture={undefined} onPick={onPick} />
      </span>
    </span>
  )
}

function TakeAgain(props: PickerProps) {
  return (
    <span className={styles.again}>
      <span aria-hidden="true">{t('ui.take-again')}</span>
      <FilePicker {...props} label={`${props.label}: ${t('ui.take-again')}`} />
    </span>
  )
}
