import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { apiQuery, invalidate } from '../../../api/query.ts'
import { applyNews, type Floor, nodeFinder } from './apply-news.ts'
import { type LiveNews, type LiveState, useLive } from './use-live.ts'

/** Minimum time between two loads, even if many events arrive. */
const RELOAD_MS = 5_000
/** Maximum number of news items that are kept for display. */
const KEPT = 12

export interface ShownNews {
  readonly id: number
  readonly news: LiveNews
}

/** The current state of a building: loaded when the stream is complete, then updated from it. */
export const useLiveFloor = (locationId: string, places: Parameters<typeof nodeFinder>[1]) => {
  const client = useQueryClient()
  const options = apiQuery('getLiveFloor', { params: { locationId } })
  const floor = useQuery({ ...options, staleTime: Number.POSITIVE_INFINITY, refetchInterval: 120_000 })
  const [news, setNews] = useState<readonly ShownNews[]>([])
  const count = useRef(0)
  const reloading = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastReload = useRef(0)

  const reload = () => {
    if (reloading.current !== undefined) return
    const wait = Math.max(0, lastReload.current + RELOAD_MS - Date.now())
    reloading.current = setTimeout(() => {
      reloading.current = undefined
      lastReload.current = Date.now()
      void invalidate('getLiveFloor')
    }, wait)
  }
  useEffect(
    () => () => {
      clearTimeout(reloading.current)
      reloading.current = undefined
    },
    [],
  )

  const state: LiveState = useLive(locationId, {
    onHello: () => {
      setNews([])
      reload()
    },
    onNews: (next) => {
      count.current += 1
      const shown = { id: count.current, news: next }
      setNews((before) => [shown, ...before].slice(0, KEPT))
      const present = client.getQueryData<Floor>(options.queryKey)
      const changed = present && applyNews(present, next, nodeFinder(present, places))
      if (changed) client.setQueryData<Floor>(options.queryKey, changed)
      // A load that is in progress may have older data.
      if (!changed || client.isFetching({ queryKey: ['getLiveFloor'] }) > 0) reload()
    },
  })
  return { floor, news, state }
}
