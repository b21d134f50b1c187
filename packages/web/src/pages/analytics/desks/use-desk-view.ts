import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { DeskView } from './desk-view.ts'

const route = getRouteApi('/shell/analytics/desks')

/** What is looked at, and how to look at something else. */
export const useDeskView = (): [DeskView, (changes: Partial<DeskView>) => void] => {
  const view = route.useSearch()
  const navigate = useNavigate({ from: '/analytics/desks' })
  return [view, (changes) => void navigate({ search: (before) => ({ ...before, ...changes }), resetScroll: false })]
}
