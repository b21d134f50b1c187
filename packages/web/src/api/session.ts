import type { UserRole } from '@rollcall/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from './api-error.ts'
import { type Answer, call, csrfToken } from './call.ts'

/** The signed-in user; after the session has ended, the last one. */
export type Session = Answer<'getSession'> & { readonly isExpired?: boolean }

/** The signed-in user; null if no one is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client }): Promise<Session | null> => {
    try {
      return remember(await call('getSession', { signal }))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return expired(client.getQueryData<Session | null>(['session']))
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** A session that ended while its pages are open is kept, so that the pages stay until the user has signed in again. */
export const expired = (session: Session | null | undefined): Session | null => (session ? { ...session, isExpired: true } : null)

export const remember = (session: Session): Session => {
  csrfToken.current = session.csrfToken ?? ''
  return session
}

/** The session; only for components of pages that require one. */
export const useSession = (): Session => {
  const { data } = useSuspenseQuery(sessionQuery)
  // A page may render between the end of a session and the shell's redirect, and keeps the last session until then.
  const last = useRef(data)
  last.current = data ?? last.current
  if (!last.current) throw new Error('No one is signed in.')
  return last.current
}

export const hasRole = (session: Session, roles: readonly UserRole[]): boolean =>
  session.roles.some((role) => roles.includes(role))
