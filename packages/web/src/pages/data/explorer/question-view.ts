/** The address of the page: the parameters under their names in the API, and the columns. */
export interface Question {
  readonly dataset?: string
  readonly startDate?: string
  readonly endDate?: string
  readonly locationId?: string
  readonly locationIds?: string
  readonly userIds?: string
  /** All if absent. */
  readonly columns?: string
}

const NAMES = ['dataset', 'startDate', 'endDate', 'locationId', 'locationIds', 'userIds', 'columns'] as const
export type Parameter = Exclude<(typeof NAMES)[number], 'dataset' | 'columns'>

/** Validates the address. The router reads 20260105 as a number, so numbers are accepted too. */
export const validateQuestion = (search: Record<string, unknown>): Question => {
  const texts = NAMES.flatMap((name) => {
    const value = search[name]
    return (typeof value === 'string' || typeof value === 'number') && value !== '' ? [[name, String(value)]] : []
  })
  return Object.fromEntries(texts) as Question
}
