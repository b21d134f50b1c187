import { memo } from 'react'
import classes from './floor-map.module.css'

/** Shapes in a square of 2 x 2 around the origin. */
const SHAPES: Readonly<Record<string, string>> = {
  taken: 'M-.6-.6L.6 .6M-.6 .6L.6-.6',
  off: 'M-.7 0H.7',
  mine: 'M-.65 .05L-.15 .55L.7-.5',
  assigned: 'M-.35-.4a.35.35 0 1 0 .7 0a.35.35 0 1 0-.7 0M-.7 .75a.7.7 0 0 1 1.4 0',
}
const FREE = 'M-.55 0a.55.55 0 1 0 1.1 0a.55.55 0 1 0-1.1 0'
export const STAR = 'M0-.85L.24-.26.85-.26.36.12.53.72 0 .36-.53.72-.36.12-.85-.26-.24-.26Z'

interface DeskSymbolProps {
  readonly symbol: string | undefined
  /** Half of its width. */
  readonly size: number
  readonly color: string
}

/** The symbol on a desk. */
export const DeskSymbol = ({ symbol, size, color }: DeskSymbolProps) => {
  if (!symbol) return null
  const shape = symbol === 'free' ? FREE : SHAPES[symbol]
  if (shape) return <path d={shape} transform={`scale(${size})`} fill="none" stroke={color} strokeWidth={0.26} />
  return (
    <text fontSize={size * (symbol.length > 2 ? 1.05 : 1.4)} fill={color} textAnchor="middle" dominantBaseline="central">
      {symbol.slice(0, 4)}
    </text>
  )
}

interface Props {
  readonly placeId: string
  /** The text on the desk. */
  readonly name: string
  /** The label for screen readers. */
  readonly words: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly fill: string
  readonly ink: string
  readonly symbol: string | undefined
  readonly figure: string | undefined
  /** Whether a star is drawn at its corner. */
  readonly isStarred: boolean
  /** In degrees clockwise; undefined draws no chair. */
  readonly rotation: number | undefined
  readonly isPlaced: boolean
  readonly isSelected: boolean
  readonly isMoving: boolean
  /** The one desk of the map that the tab key leads to. */
  readonly isTabStop: boolean
  readonly canSelect: boolean
  readonly isUnavailable: boolean
}

/** One desk. Its props are only plain values, so that React renders only the changed ones of a thousand desks again. */
export const DeskShape = memo((desk: Props) => {
  const { placeId, name, words, x, y, size, fill, ink, symbol, figure, isStarred, rotation, isPlaced } = desk
  const { isSelected, isMoving, isTabStop, canSelect, isUnavailable } = desk
  const half = size / 2
  const state = isMoving ? 'moving' : isSelected ? 'selected' : undefined
  return (
    <g
      className={classes.desk}
      transform={`translate(${x} ${y})`}
      data-desk={placeId}
      data-state={state}
      {...(canSelect
        ? { role: 'button', 'aria-pressed': isSelected, 'aria-disabled': isUnavailable || undefined }
        : { role: 'img' })}
      aria-label={words}
      tabIndex={isTabStop ? 0 : -1}
    >
      <g transform={rotation ? `rotate(${rotation})` : undefined}>
        <rect className={classes.ring} x={-half * 1.3} y={-half * 1.3} width={size * 1.3} height={size * 1.3} rx={size * 0.24} />
        {rotation === undefined ? null : (
          <rect className={classes.chair} x={-half * 0.5} y={half * 0.8} width={half} height={half * 0.5} rx={half * 0.2} />
        )}
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
      </g>
      <g transform={`translate(0 ${-size * 0.1})`}>
        {figure === undefined ? null : (
          <g className={classes.near}>
            <DeskSymbol symbol={figure} size={size * 0.26} color={ink} />
          </g>
        )}
        <g className={figure === undefined ? undefined : classes.far}>
          <DeskSymbol symbol={symbol} size={size * 0.26} color={ink} />
        </g>
      </g>
      <text className={classes.name} y={half * 0.74} fontSize={size * 0.26} fill={ink} textAnchor="middle">
        {name}
      </text>
      {isStarred ? (
        <path className={classes.star} d={STAR} transform={`translate(${half * 0.8} ${-half * 0.8}) scale(${half * 0.55})`} />
      ) : null}
    </g>
  )
})
DeskShape.displayName = 'DeskShape'
