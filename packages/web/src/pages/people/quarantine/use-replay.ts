import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { BATCH } from '../shared/limits.ts'
import { identityOf, type Refused, type Replay } from './quarantine-query.ts'

export interface ReplayCount {
  readonly accepted: number
  readonly stillRefused: number
}

/** Submits events once more, a batch at a time, and tells how far it is; may be left at any time. */
export const useReplay = () => {
  const [soFar, setSoFar] = useState<ReplayCount>({ accepted: 0, stillRefused: 0 })
  const mutation = useAction({
    mutationFn: async (bodies: readonly Replay[]): Promise<ReplayCount> => {
      let count: ReplayCount = { accepted: 0, stillRefused: 0 }
      setSoFar(count)
      for (const body of bodies) {
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const result = await call('replayQuarantine', { body: { ...body, ...(cursor ? { cursor } : {}) } })
          count = {
            accepted: count.accepted + result.accepted,
            stillRefused: count.stillRefused + result.stillRefused,
          }
          setSoFar(count)
          // Of named events a batch is all.
          cursor = body.events ? null : result.nextCursor
        }
      }
      return count
    },
    onSettled: () => invalidate('listQuarantine', 'listSources'),
  })
  return { ...mutation, soFar }
}

/** As many bodies as named events need. */
export const bodiesOf = (events: readonly Refused[]): Replay[] =>
  Array.from({ length: Math.ceil(events.length / BATCH) }, (_, index) => ({
    events: events.slice(index * BATCH, (index + 1) * BATCH).map(identityOf),
  }))
