import type { KpiDefinition } from '@rollcall/contract'
import { showAmount, showWhole } from './show.ts'

export interface Comparison {
  /** So that the direction can be seen at a glance. */
  readonly arrow: '▲' | '▼' | '='
  /** Signed, with its unit. */
  readonly change: string
}

/** What changed since the period before; undefined where one of them has no figure. */
export const compare = (value: number | null, before: number | null, unit: KpiDefinition['unit']): Comparison | undefined => {
  if (value === null || before === null) return undefined
  // What is compared is what is read: a change that its last digit does not show is none.
  const scaled = (unit === 'share' ? 1000 : 10) * (value - before)
  const change = Math.round(scaled) / 10
  if (change === 0) return { arrow: '=', change: 'unchanged' }
  const amount = Math.abs(change)
  const text = Number.isInteger(value) && Number.isInteger(before) && unit !== 'share' ? showWhole(amount) : showAmount(amount)
  return {
    arrow: change > 0 ? '▲' : '▼',
    change: `${change > 0 ? '+' : '−'}${text}${unit === 'share' ? ' pp' : ''}`,
  }
}
