import type { Answer, Input } from '../../../api/call.ts'
import { present } from '../../../shell/search.ts'
import { addDays } from '../../../time/days.ts'
import { instantOf, readerZone } from '../../../time/zoned-time.ts'
import type { QuarantineView } from './quarantine-view.ts'

export type Refused = Answer<'listQuarantine'>['items'][number]
export type Replay = Input<'replayQuarantine'>['body']

/** The filters as query parameters of the API; days are in the reader's time zone. */
export const filtersOf = ({ kind, code, source, from, to }: QuarantineView) =>
  present({
    kind,
    sourceId: source,
    resultCode: code === undefined ? undefined : (Number(code) as 1 | 2 | 3),
    from: from === undefined ? undefined : instantOf(from, '00:00', readerZone()),
    to: to === undefined ? undefined : instantOf(addDays(to, 1), '00:00', readerZone()),
  })

/** A key that is unique among all waiting events. */
export const keyOf = ({ kind, day, sourceId, eventId }: Refused): string => JSON.stringify([kind, day, sourceId, eventId])

export const identityOf = ({ kind, day, sourceId, eventId }: Refused) => ({ kind, day, sourceId, eventId })
