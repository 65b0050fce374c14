import { Component, type ReactNode } from 'react'
import { reportFailure } from '#console/call.ts'
import { hasFormDrafts } from '#console/form-drafts.ts'
import { say } from '#console/words.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { isMissingFile, isReached, reloadIfReached } from '#web/ui/missing-file.ts'

type Props = {
  /** The address of the page. A new address replaces a page that failed. */
  readonly path?: string
  readonly children: ReactNode
}
type State = { readonly error: unknown; readonly isAway: boolean }

const SOUND: State = { error: undefined, isAway: false }

/**
 * Reports a page that threw, or whose file did not arrive, and offers to load it again. React
 * offers error boundaries to classes only.
 */
export class Boundary extends Component<Props, State> {
  override state = SOUND

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('unknown'), isAway: false }
  }

  override componentDidCatch(error: unknown) {
    // A console older than the server's version loads files that no longer exist.
    if (isMissingFile(error)) {
      if (!hasFormDrafts()) void reloadIfReached()
    } else reportFailure(error)
  }

  override componentDidUpdate({ path }: Props) {
    if (path !== this.props.path && this.state.error !== undefined) this.setState(SOUND)
  }

  readonly retry = async () => {
    if (await isReached()) location.reload()
    else this.setState({ isAway: true })
  }

  override render() {
    const { error, isAway } = this.state
    if (error === undefined) return this.props.children
    const why = isMissingFile(error) ? 'failed' : 'broken'
    return (
      <>
        <h1>{say('not-shown')}</h1>
        <Banner tone="bad">
          <p>{say(isAway ? 'network' : why)}</p>
          <Button kind="secondary" small onPress={() => void this.retry()}>
            {say('retry')}
          </Button>
        </Banner>
      </>
    )
  }
}
