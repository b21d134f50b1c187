import { ApiError } from '../../../api/api-error.ts'
import type { Dataset } from './datasets.ts'
import type { Faults, Parameter } from './question.ts'

/** What the service refused, by the parameters that the page has fields for; nothing where it is about none of them. */
export const faultsOfRefusal = (dataset: Dataset | undefined, error: unknown): Faults => {
  if (!dataset || !(error instanceof ApiError)) return {}
  if (error.code === 'range_too_large') return { endDate: error.message }
  const fields: readonly (Parameter | undefined)[] = [
    ...(dataset.maxDays === undefined ? [] : (['startDate', 'endDate'] as const)),
    dataset.location,
    dataset.users ? 'userIds' : undefined,
  ]
  const found = (error.problem.errors ?? []).flatMap(({ pointer, message }) => {
    const name = pointer.slice(1)
    return fields.some((field) => field === name) ? [[name, message]] : []
  })
  return Object.fromEntries(found) as Faults
}
