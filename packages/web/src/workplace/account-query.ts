import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '../api/call.ts'
import { apiQuery, invalidate, queryClient } from '../api/query.ts'
import { type Session, sessionQuery } from '../api/session.ts'

export type Account = Answer<'listAccounts'>['items'][number]

/** The account of a user; null for none. The list says so without an error, which browsers would show. */
export const accountQuery = (userId: string) =>
  queryOptions({
    ...apiQuery('listAccounts', { query: { userId } }),
    select: ({ items }): Account | null => items[0] ?? null,
  })

/** Reads accounts again, and the session if the account is the user's own. */
export const readAccountsAgain = async (session: Session, userId: string): Promise<void> => {
  await invalidate('listAccounts')
  if (session.userId === userId) await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
