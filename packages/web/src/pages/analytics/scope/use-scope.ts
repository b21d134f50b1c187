import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { todayIn } from '../../../time/days.ts'
import { type Scope, type ScopeAddress, scopeOn } from './scope.ts'

const route = getRouteApi('/shell/analytics')

/** The scope of the address, and how to change a part of it. */
export const useScope = (): [Scope, (changes: ScopeAddress) => void] => {
  const scope = scopeOn(route.useSearch(), todayIn())
  const navigate = useNavigate()
  const change = (changes: ScopeAddress) =>
    // On whichever page it is. Each key is given, undefined as well: what is left out would be kept.
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...changes }), resetScroll: false })
  return [scope, change]
}
