import type { UserRole } from '@rollcall/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { type Answer, call } from './call.ts'
import { csrfToken } from './csrf-token.ts'

export type Session = Answer<'getSession'>

/** Who is signed in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return remember(await call('getSession', { signal }))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

export const remember = (session: Session): Session => {
  csrfToken.current = session.csrfToken ?? ''
  return session
}

/** Below a page that asks for a session. */
export const useSession = (): Session => {
  const { data } = useSuspenseQuery(sessionQuery)
  if (!data) throw new Error('Nobody is signed in.')
  return data
}

export const hasRole = (session: Session, roles: readonly UserRole[]): boolean =>
  session.roles.some((role) => roles.includes(role))
