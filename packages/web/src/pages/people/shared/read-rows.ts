import type { PresenceRow } from '@rollcall/contract'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { addressOf } from '../../../api/call.ts'

interface PresenceQuery {
  readonly startDate: string
  readonly endDate: string
  readonly userIds: string
  readonly locationIds?: string
}

/** Presence events of somebody, one JSON object a line as the warehouse sends them. @throws ApiError */
export const presenceQuery = (query: PresenceQuery) =>
  queryOptions({
    queryKey: ['readPresence', query] as const,
    queryFn: async ({ signal }): Promise<readonly PresenceRow[]> => {
      const response = await fetch(addressOf('readPresence', {}, { ...query, format: 'ndjson' }), { signal }).catch(
        (error: unknown) => {
          throw error instanceof DOMException && error.name === 'AbortError' ? error : ApiError.network(error)
        },
      )
      if (!response.ok) throw await ApiError.of(response)
      const text = await response.text()
      return text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as PresenceRow] : []))
    },
  })
