import type { DEFAULT_FUTURE_DAYS, MAX_FUTURE_DAYS } from '@rollcall/contract'
import type { SearchSchemaInput } from '@tanstack/react-router'

/** These numbers are repeated here, because importing them would load the schemas of the contract. */
export const DEFAULT_DAYS: typeof DEFAULT_FUTURE_DAYS = 14
const MAX_DAYS: typeof MAX_FUTURE_DAYS = 60
export const DAY_CHOICES = [DEFAULT_DAYS, 28, MAX_DAYS] as const

/** The number of days ahead, with a default. */
export interface FutureView {
  readonly days?: number
}

export const validateFutureView = ({ days }: Partial<Record<keyof FutureView, unknown>> & SearchSchemaInput): FutureView =>
  Number.isInteger(days) && (days as number) >= 1 && (days as number) <= MAX_DAYS ? { days: days as number } : {}
