import { showNumber } from '../format.ts'
import classes from './floor-map.module.css'
import type { Desk, Point } from './floor-place.ts'
import { middleOf, type ViewBox } from './view-box.ts'

interface Props {
  readonly desk: Desk
  readonly at: Point
  readonly isMoving: boolean
  readonly label: string
  readonly view: ViewBox
  readonly scale: number
  readonly frame: { readonly width: number; readonly height: number }
}

/** The tooltip of the desk with the pointer or focus, on the side where there is room. */
export const FloorTip = ({ desk, at, isMoving, label, view, scale, frame }: Props) => {
  const middle = middleOf(view)
  const left = frame.width / 2 + (at.x - middle.x) * scale
  const top = frame.height / 2 + (at.y - middle.y) * scale
  const isLow = top > frame.height / 2
  const isRight = left > frame.width / 2
  const distance = Math.max(scale, 12)
  return (
    <div
      className={classes.tip}
      aria-hidden="true"
      style={{
        ...(isRight ? { right: Math.max(frame.width - left, 4) } : { left: Math.max(left, 4) }),
        ...(isLow ? { bottom: Math.max(frame.height - top + distance, 4) } : { top: Math.max(top + distance, 4) }),
      }}
    >
      <strong>{desk.place.placeName}</strong> · {desk.place.zoneName}
      <br />
      {isMoving ? `x ${showNumber(at.x)} m, y ${showNumber(at.y)} m` : label}
    </div>
  )
}
