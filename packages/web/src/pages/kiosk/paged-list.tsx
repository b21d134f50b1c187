import { t } from '@lingui/core/macro'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { showNumber } from '../../components/format.ts'
import classes from './kiosk.module.css'

/** How long a page of a list is shown; the pages follow the clock, so that each gets its turn whichever level is shown. */
const PAGE_MS = 8_000

const turnNow = (): number => Math.floor(Date.now() / PAGE_MS)

interface Props {
  readonly title: string
  readonly count: number
  /** The rows, which are all of the same height. */
  readonly children: ReactNode
}

/** A list that shows as many whole rows as there is room for, page by page, and says which: no hand scrolls on a wall. */
export const PagedList = ({ title, count, children }: Props) => {
  const window = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ rows: count, height: 0 })
  const [turn, setTurn] = useState(turnNow)
  useLayoutEffect(() => {
    const measure = () => {
      const height = window.current?.querySelector('li')?.getBoundingClientRect().height ?? 0
      const space = window.current?.getBoundingClientRect().height ?? 0
      // The last row may be cut by less than a pixel.
      const fitting = height === 0 ? count : Math.max(1, Math.floor((space + 1) / height))
      // All pages are equally long, so that none has a lonely last row.
      const rows = Math.max(1, Math.ceil(count / Math.ceil(count / fitting)))
      setRoom((before) => (before.rows === rows && before.height === height ? before : { rows, height }))
    }
    const watch = new ResizeObserver(measure)
    if (window.current) watch.observe(window.current)
    measure()
    return () => watch.disconnect()
  }, [count])
  const { rows, height } = room
  const pages = Math.ceil(count / rows)
  useEffect(() => {
    if (pages < 2) return
    const timer = setInterval(() => setTurn(turnNow()), 1_000)
    return () => clearInterval(timer)
  }, [pages])
  const start = pages < 2 ? 0 : (turn % pages) * rows
  const [first, last] = [showNumber(start + 1), showNumber(Math.min(start + rows, count))]
  const all = showNumber(count)
  return (
    <section className={classes.list}>
      <h2>
        {title}
        {pages > 1 ? (
          <span className={classes.quiet}> · {first === last ? t`${first} of ${all}` : t`${first}–${last} of ${all}`}</span>
        ) : null}
      </h2>
      {/* It stays as high as all rows want to be, so that more of them are shown once there is more room. */}
      <div
        ref={window}
        className={classes.window}
        style={pages > 1 ? { clipPath: `inset(0 0 calc(100% - ${rows * height}px) 0)` } : undefined}
      >
        <ul style={{ transform: `translateY(${-start * height}px)` }}>{children}</ul>
      </div>
    </section>
  )
}
