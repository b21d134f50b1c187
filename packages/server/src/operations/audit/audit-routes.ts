import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { parseTimestamp } from '../../platform/time/timestamp.ts'
import { selectEntries } from './audit-entries.ts'

/** @throws AppError invalid_parameter for 30 February and the like */
const moment = (name: string, text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined
  const time = parseTimestamp(text)
  if (time !== undefined) return new Date(time)
  throw new AppError('invalid_parameter', {
    errors: [{ pointer: `/${name}`, message: 'is not a day of the calendar', code: 'date' }],
  })
}

export const registerAuditRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.listAuditLog, async ({ query, caller }) => {
    const { limit, cursor, from, to, actorId, ...filters } = query
    const page = pageRequest(query, ['timestamp', 'integer'])
    const range = { from: moment('from', from), to: moment('to', to) }
    const rows = await selectEntries(db, caller.orgId, { ...filters, ...range, actorId: filterId(actorId) }, page)
    return toPage(
      page,
      rows,
      ({ position, entryNo }) => [position, String(entryNo)],
      ({ position: _, ...entry }) => entry,
    )
  })
}
