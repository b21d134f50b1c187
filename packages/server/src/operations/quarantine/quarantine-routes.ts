import {
  ENDPOINTS,
  type QuarantineReplay,
  REPLAY_BATCH,
  type QuarantinedEvent as ShownEvent,
  type WaitingEvent,
} from '@rollcall/contract'
import type { Static } from 'typebox'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { assertDay } from '../../gate/parameters/date-range.ts'
import { type PageRequest, pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { IngestContext } from '../../intake/ingest/ingest-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { parseTimestamp } from '../../platform/time/timestamp.ts'
import {
  listNewestQuarantine,
  listQuarantine,
  type QuarantineCursor,
  type QuarantinedEvent,
  type QuarantineFilter,
  type RefusalCursor,
  replayPage,
} from './quarantine-service.ts'
import { explainUnknownPeople } from './unknown-people.ts'

/** The filters as given in a query or body. */
type Filters = Static<typeof QuarantineReplay>

/** @throws AppError invalid_parameter for 30 February and the like */
const moment = (name: string, text: string | null | undefined): Date | undefined => {
  if (typeof text !== 'string') return undefined
  const time = parseTimestamp(text)
  if (time !== undefined) return new Date(time)
  throw new AppError('invalid_parameter', {
    errors: [{ pointer: `/${name}`, message: 'is not a day of the calendar', code: 'date' }],
  })
}

/** @throws AppError invalid_parameter for 30 February and the like */
const identity = ({ kind, sourceId, eventId, day }: WaitingEvent, index: number): QuarantineCursor => ({
  ...{ kind, sourceId, eventId, utcDay: assertDay(`events/${index}/day`, day) },
})

const filterOf = ({ kind, sourceId, resultCode, from, to, events }: Filters): QuarantineFilter => ({
  kind: kind ?? undefined,
  sourceId: sourceId ?? undefined,
  resultCode: resultCode ?? undefined,
  from: moment('from', from),
  to: moment('to', to),
  events: events?.map(identity),
})

const pageOf = (query: { limit?: number; cursor?: string }) => pageRequest(query, ['text', 'date', 'text', 'text'])

const keyOf = ({ kind, utcDay, sourceId, eventId }: QuarantineCursor): string[] => [kind, utcDay, sourceId, eventId]

const refusalOf = ({ limit, after }: PageRequest): RefusalCursor | undefined => {
  const [refusedExactly = '', ...identity] = after ?? []
  return after && { refusedExactly, ...(afterOf({ limit, after: identity }) as QuarantineCursor) }
}

const afterOf = ({ after }: PageRequest): QuarantineCursor | undefined => {
  const [kind, utcDay, sourceId, eventId] = after ?? []
  return after && ({ kind, utcDay, sourceId, eventId } as QuarantineCursor)
}

const toShown = ({ utcDay, refusedAt, payload, ...event }: QuarantinedEvent): ShownEvent => ({
  ...event,
  resultCode: event.resultCode as ShownEvent['resultCode'],
  day: utcDay,
  refusedAt: refusedAt.toISOString(),
  payload: withoutType({ ...payload }),
})

/** Types of time off are visible only to the person and to booking administrators (domain §5), so they are left out here. */
const withoutType = ({ timeOffType: _, ...payload }: Record<string, unknown>): Record<string, unknown> => payload

export const registerQuarantineRoutes = (http: HttpContext, db: Db, ingest: IngestContext): void => {
  serve(http, ENDPOINTS.listQuarantine, async ({ query, caller }) => {
    if (query.order === 'newest') {
      const page = pageRequest(query, ['timestamp', 'text', 'date', 'text', 'text'])
      const options = { limit: page.limit + 1, after: refusalOf(page) }
      const rows = await listNewestQuarantine(db, caller.orgId, filterOf(query), options)
      const explained = await explainUnknownPeople(db, caller.orgId, rows)
      return toPage(page, explained, (row) => [row.refusedExactly, ...keyOf(row)], toShown)
    }
    const page = pageOf(query)
    const rows = await listQuarantine(db, caller.orgId, filterOf(query), { limit: page.limit + 1, after: afterOf(page) })
    const explained = await explainUnknownPeople(db, caller.orgId, rows)
    return toPage(page, explained, keyOf, toShown)
  })

  serve(http, ENDPOINTS.replayQuarantine, async ({ body, caller }) => {
    const page = pageOf({ limit: REPLAY_BATCH, ...(body.cursor ? { cursor: body.cursor } : {}) })
    const { accepted, stillRefused, last } = await replayPage(db, ingest, caller.orgId, filterOf(body), {
      limit: REPLAY_BATCH,
      after: afterOf(page),
    })
    const mayHaveMore = accepted + stillRefused === REPLAY_BATCH && last !== undefined
    const nextCursor = mayHaveMore ? Buffer.from(JSON.stringify(keyOf(last))).toString('base64url') : null
    return { accepted, stillRefused, nextCursor }
  })
}
