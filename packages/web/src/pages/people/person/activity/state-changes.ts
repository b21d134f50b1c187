import type { UserAction } from '@rollcall/contract'
import { PLANS } from '../words.ts'

export interface StateChange {
  readonly field: string
  readonly before: string
  readonly after: string
}

const NOTHING = 'nothing'

const valueText = (field: string, value: unknown): string => {
  if (value === null || value === undefined) return NOTHING
  if (field === 'plan' && typeof value === 'string' && value in PLANS) return PLANS[value as keyof typeof PLANS]
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Each field that an action changed, with its value before and after. */
export const stateChanges = ({ before, after }: Pick<UserAction, 'before' | 'after'>): StateChange[] => {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .map((field) => ({ field, before: valueText(field, before?.[field]), after: valueText(field, after?.[field]) }))
    .filter((change) => change.before !== change.after)
}
