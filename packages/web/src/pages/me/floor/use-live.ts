import type { LiveBooking, LiveHello, LiveOccupancy, LivePresence } from '@rollcall/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { addressOf } from '../../../api/call.ts'

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'refused'

export type LiveNews =
  | ({ readonly type: 'presence' } & LivePresence)
  | ({ readonly type: 'occupancy' } & LiveOccupancy)
  | ({ readonly type: 'booking' } & LiveBooking)

interface Handlers {
  /** Called when the stream is complete from here on, so that the data can be loaded. */
  readonly onHello: (hello: LiveHello) => void
  readonly onNews: (news: LiveNews) => void
}

const FIRST_WAIT_MS = 2_000
const MAX_WAIT_MS = 30_000

/**
 * Watches a building. The browser connects again by itself when a stream ends; where the service refused (too many streams, say)
 * it gives up, so that is tried again here, ever more slowly.
 */
export const useLive = (locationId: string, handlers: Handlers): LiveState => {
  const [state, setState] = useState<LiveState>('connecting')
  const onHello = useEffectEvent(handlers.onHello)
  const onNews = useEffectEvent(handlers.onNews)
  useEffect(() => {
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let wait = FIRST_WAIT_MS
    const connect = () => {
      source = new EventSource(addressOf('watchLocation', {}, { locationId }))
      source.addEventListener('hello', ({ data }) => {
        wait = FIRST_WAIT_MS
        setState('live')
        onHello(JSON.parse(data))
      })
      for (const type of ['presence', 'occupancy', 'booking'] as const) {
        source.addEventListener(type, ({ data }) => onNews({ type, ...JSON.parse(data) }))
      }
      source.addEventListener('error', () => {
        if (source?.readyState !== EventSource.CLOSED) return setState('reconnecting')
        setState('refused')
        timer = setTimeout(connect, wait)
        wait = Math.min(wait * 2, MAX_WAIT_MS)
      })
    }
    setState('connecting')
    connect()
    return () => {
      clearTimeout(timer)
      source?.close()
    }
  }, [locationId])
  return state
}
