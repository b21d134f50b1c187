import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Scope } from './scope.ts'

const route = getRouteApi('/shell/analytics')

/** The scope of the address, and how to change a part of it. */
export const useScope = (): [Scope, (changes: Partial<Scope>) => void] => {
  const scope = route.useSearch()
  const navigate = useNavigate()
  const change = (changes: Partial<Scope>) =>
    // On whichever page it is. Each key is given, undefined as well: what is left out would be kept.
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...changes }), resetScroll: false })
  return [scope, change]
}
