import { plural, t } from '@lingui/core/macro'
import type { Format } from '@rollcall/contract'
import { ApiError } from '../../../api/api-error.ts'
import { addressOf } from '../../../api/call.ts'
import { knownFieldError } from '../../../errors/field-errors.ts'
import { daysBetween, isDay } from '../../../time/days.ts'
import { type Dataset, findDataset } from './datasets.ts'
import type { Parameter, Question } from './question-view.ts'

/** Only the parameters that the dataset takes. */
export const parametersOf = (dataset: Dataset, question: Question): Partial<Record<Parameter, string>> => {
  const names: Parameter[] = [
    ...(dataset.maxDays === undefined ? [] : (['startDate', 'endDate'] as const)),
    ...(dataset.location ? [dataset.location] : []),
    ...(dataset.users ? (['userIds'] as const) : []),
  ]
  return Object.fromEntries(names.flatMap((name) => (question[name] ? [[name, question[name]]] : [])))
}

/** The address of the rows; undefined if nothing is asked. */
export const answerAddress = (question: Question, format: Format): string | undefined => {
  const dataset = findDataset(question.dataset)
  return dataset && addressOf(dataset.operation, {}, { ...parametersOf(dataset, question), format })
}

export type ParameterErrors = Partial<Record<Parameter, string>>

/** Validates the parameters before the call. */
export const validationErrors = (
  dataset: Dataset,
  { startDate = '', endDate = '', userIds = '' }: Question,
): ParameterErrors => ({
  ...(dataset.maxDays === undefined ? {} : rangeErrors(dataset.maxDays, startDate, endDate)),
  ...(dataset.users === 'required' && userIds === '' ? { userIds: t`Choose the people whose log to read.` } : {}),
})

const rangeErrors = (maxDays: number, startDate: string, endDate: string): ParameterErrors => {
  if (!isDay(startDate)) return { startDate: t`Choose the first day.` }
  if (!isDay(endDate)) return { endDate: t`Choose the last day.` }
  const days = daysBetween(startDate, endDate)
  if (days < 0) return { endDate: t`The last day is before the first.` }
  return days > maxDays
    ? {
        endDate: t`That is ${plural(days, { one: '# day', other: '# days' })} after the first day; at most ${maxDays} can be asked for.`,
      }
    : {}
}

/** The errors of the service by parameter; empty if the page has no field for them. */
export const refusalErrors = (dataset: Dataset | undefined, error: unknown): ParameterErrors => {
  if (!dataset || !(error instanceof ApiError)) return {}
  if (error.code === 'range_too_large') return { endDate: error.message }
  const fields: readonly (Parameter | undefined)[] = [
    ...(dataset.maxDays === undefined ? [] : (['startDate', 'endDate'] as const)),
    dataset.location,
    dataset.users ? 'userIds' : undefined,
  ]
  const found = (error.problem.errors ?? []).flatMap((each) => {
    const name = each.pointer.slice(1)
    return fields.some((field) => field === name) ? [[name, knownFieldError(each) ?? each.message]] : []
  })
  return Object.fromEntries(found) as ParameterErrors
}

/** Converts any form of a day that the API accepts to YYYY-MM-DD; undefined for anything else. */
export const dashedDay = (given: string | undefined): string | undefined =>
  given === undefined ? undefined : given.replace(/^(\d{4})-?(\d{2})-?(\d{2}).*$/s, '$1-$2-$3')
