import type { FieldErrorCode, RefreshRunRequest } from '@rollcall/contract'
import { readWrittenDay } from '../../gate/parameters/written-days.ts'
import { AppError } from '../../platform/errors.ts'
import type { RefreshScope } from './refresh-plan.ts'

const LAST_DAY = '9999-12-31'

/**
 * Converts a request body without its location.
 * @throws AppError invalid_body if its parts contradict each other
 */
export const readScope = ({ date, from, to, all }: RefreshRunRequest): RefreshScope => {
  const isAll = all === true
  if (date && (from || to || isAll)) throw refusal('date', 'cannot be given with from, to or all', 'conflict')
  if (from && isAll) throw refusal('from', 'cannot be given with all', 'conflict')
  if (to && !from) throw refusal('to', 'needs from', 'required')
  const firstDay = date ? readWrittenDay('date', date) : from ? readWrittenDay('from', from) : undefined
  if (firstDay === undefined) return { all: isAll }
  if (date) return { days: { firstDay, lastDay: firstDay } }
  const lastDay = to ? readWrittenDay('to', to) : LAST_DAY
  if (lastDay < firstDay) throw refusal('to', `must not be before from, which is ${firstDay}`, 'range')
  return { days: { firstDay, lastDay } }
}

const refusal = (name: string, message: string, code: FieldErrorCode | 'conflict'): AppError =>
  new AppError('invalid_body', { errors: [{ pointer: `/${name}`, message, code }] })
