/** Charts of the reports. A screen reader cannot read a picture, so each has its table beside it. */
import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'

export type Line = { readonly name: string; readonly values: readonly (number | null)[] }
type ChartProps = {
  readonly kind: 'bars' | 'lines'
  /** The places on the horizontal axis. */
  readonly places: readonly string[]
  readonly lines: readonly Line[]
  /** A value of the vertical axis in words. */
  readonly words: (value: number) => string
}

/** Roles of colour in the order of the lines; where they are not enough, the dashes differ. */
const COLOURS = ['--brand', '--copper', '--good', '--bad', '--gold', '--quiet'] as const
const DASHES = [[], [8, 4], [2, 4]] as const
const HEIGHT = 240
const VERTICAL_AXIS = 92

function colour(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim()
}
const colourOf = (at: number) => COLOURS[at % COLOURS.length] ?? '--brand'

/** A chart with its legend, in the colours of the theme. */
export function Chart(props: ChartProps) {
  const { kind, places, lines, words } = props
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = box
    if (!current) return undefined
    let plot: uPlot | undefined
    const draw = () => {
      plot?.destroy()
      plot = plotIn(current, { kind, places, lines, words })
    }
    draw()
    const size = new ResizeObserver(() => plot?.setSize(sizeOf(current)))
    size.observe(current)
    const theme = matchMedia('(prefers-color-scheme: dark)')
    theme.addEventListener('change', draw)
    const chosen = new MutationObserver(draw)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      size.disconnect()
      chosen.disconnect()
      theme.removeEventListener('change', draw)
      plot?.destroy()
    }
  }, [kind, places, lines, words])
  return (
    <div aria-hidden="true">
      <div className="chart" ref={box} />
      {lines.length > 1 && (
        <ul className="legend">
          {lines.map(({ name }, at) => (
            <li key={name}>
              <svg width="24" height="8" aria-hidden="true">
                <line
                  x1="0"
                  y1="4"
                  x2="24"
                  y2="4"
                  strokeWidth="3"
                  stroke={`var(${colourOf(at)})`}
                  strokeDasharray={kind === 'lines' ? dashOf(at).join(' ') : undefined}
                />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const dashOf = (at: number): readonly number[] =>
  DASHES[Math.floor(at / COLOURS.length) % DASHES.length] ?? []

const sizeOf = ({ clientWidth }: HTMLElement) => ({ width: clientWidth, height: HEIGHT })

function plotIn(box: HTMLElement, { kind, places, lines, words }: ChartProps): uPlot {
  const axis = { stroke: colour('--quiet'), grid: { stroke: colour('--line'), width: 1 } }
  const ticks = { stroke: colour('--line'), width: 1 }
  const font = `12px ${getComputedStyle(document.body).fontFamily}`
  const bars = uPlot.paths.bars?.({ size: [0.7, 60] })
  return new uPlot(
    {
      ...sizeOf(box),
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => [-0.5, Math.max(places.length - 0.5, 0.5)] },
        y: { range: (_plot, least, most) => [Math.min(least, 0), most > 0 ? most * 1.1 : 1] },
      },
      axes: [
        {
          ...axis,
          ticks,
          font,
          grid: { show: false },
          incrs: [1, 2, 5, 7, 10],
          values: (_plot, at) => at.map(each => places[each] ?? ''),
        },
        { ...axis, ticks, font, size: VERTICAL_AXIS, values: (_plot, at) => at.map(words) },
      ],
      series: [
        {},
        ...lines.map(({ name }, at) => ({
          label: name,
          stroke: colour(colourOf(at)),
          width: 2,
          dash: [...dashOf(at)],
          ...(kind === 'bars' && {
            fill: colour(colourOf(at)),
            ...(bars && { paths: bars }),
            points: { show: false },
          }),
        })),
      ],
    },
    [places.map((_place, at) => at), ...lines.map(({ values }) => [...values])],
    box,
  )
}
