import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { type Answer, call } from '../../../api/call.ts'
import { invalidate, queryClient } from '../../../api/query.ts'
import { type Session, sessionQuery } from '../../../api/session.ts'

export type Account = Answer<'getAccount'>

/** The account of a user; null for none. */
export const accountQuery = (userId: string) =>
  queryOptions({
    queryKey: ['getAccount', userId] as const,
    queryFn: async ({ signal }): Promise<Account | null> => {
      try {
        return await call('getAccount', { params: { userId }, signal })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'entity_not_found') return null
        throw error
      }
    },
  })

/** Reads accounts again, and the session if the account is the user's own. */
export const readAccountsAgain = async (session: Session, userId: string): Promise<void> => {
  await invalidate('getAccount', 'listAccounts')
  if (session.userId === userId) await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
