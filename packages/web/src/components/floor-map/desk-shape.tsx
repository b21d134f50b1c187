import { memo } from 'react'
import { DeskSymbol } from './desk-symbol.tsx'
import classes from './floor-map.module.css'

interface Props {
  readonly placeId: string
  /** What is written on it. */
  readonly name: string
  /** What is said of it. */
  readonly words: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly fill: string
  readonly ink: string
  readonly symbol: string | undefined
  readonly isPlaced: boolean
  readonly isSelected: boolean
  readonly isMoving: boolean
  /** The one desk of the map that the tab key leads to. */
  readonly isTabStop: boolean
  readonly canSelect: boolean
}

/** One desk. Of values alone, so that of a thousand only those are drawn again that changed. */
export const DeskShape = memo((desk: Props) => {
  const { placeId, name, words, x, y, size, fill, ink, symbol, isPlaced, isSelected, isMoving, isTabStop, canSelect } = desk
  const half = size / 2
  const state = isMoving ? 'moving' : isSelected ? 'selected' : undefined
  return (
    <g
      className={classes.desk}
      transform={`translate(${x} ${y})`}
      data-desk={placeId}
      data-state={state}
      {...(canSelect ? { role: 'button', 'aria-pressed': isSelected } : { role: 'img' })}
      aria-label={words}
      tabIndex={isTabStop ? 0 : -1}
    >
      <rect className={classes.ring} x={-half * 1.3} y={-half * 1.3} width={size * 1.3} height={size * 1.3} rx={size * 0.24} />
      <rect
        className={classes.top}
        x={-half}
        y={-half}
        width={size}
        height={size}
        rx={size * 0.16}
        fill={fill}
        strokeDasharray={isPlaced ? undefined : `${size * 0.18} ${size * 0.14}`}
      />
      <g transform={`translate(0 ${-size * 0.1})`}>
        <DeskSymbol symbol={symbol} size={size * 0.26} color={ink} />
      </g>
      <text className={classes.name} y={half * 0.74} fontSize={size * 0.26} fill={ink} textAnchor="middle">
        {name}
      </text>
    </g>
  )
})
DeskShape.displayName = 'DeskShape'
