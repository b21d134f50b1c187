/** Shapes in a square of 2 x 2 around the origin. */
const SHAPES: Readonly<Record<string, string>> = {
  taken: 'M-.6-.6L.6 .6M-.6 .6L.6-.6',
  off: 'M-.7 0H.7',
  assigned: 'M-.35-.4a.35.35 0 1 0 .7 0a.35.35 0 1 0-.7 0M-.7 .75a.7.7 0 0 1 1.4 0',
}
const FREE = 'M-.55 0a.55.55 0 1 0 1.1 0a.55.55 0 1 0-1.1 0'
const STAR = 'M0-.85L.24-.26.85-.26.36.12.53.72 0 .36-.53.72-.36.12-.85-.26-.24-.26Z'

interface Props {
  readonly symbol: string | undefined
  /** Half of its width. */
  readonly size: number
  readonly color: string
}

/** What is drawn on a desk. */
export const DeskSymbol = ({ symbol, size, color }: Props) => {
  if (!symbol) return null
  if (symbol === 'mine') return <path d={STAR} transform={`scale(${size})`} fill={color} />
  const shape = symbol === 'free' ? FREE : SHAPES[symbol]
  if (shape) return <path d={shape} transform={`scale(${size})`} fill="none" stroke={color} strokeWidth={0.26} />
  return (
    <text fontSize={size * (symbol.length > 2 ? 1.05 : 1.4)} fill={color} textAnchor="middle" dominantBaseline="central">
      {symbol.slice(0, 3)}
    </text>
  )
}
