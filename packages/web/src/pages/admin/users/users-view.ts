/** Which users the list shows; part of its address. */
export interface UsersView {
  /** The beginning of a name. */
  readonly find?: string
  /** Active if absent. */
  readonly status?: 'inactive' | 'all'
  /** Id of their primary location. */
  readonly building?: string
  /** The cursor of a page after the first, and how many users are before it. */
  readonly cursor?: string
  readonly before?: number
}

export const readUsersView = ({ find, status, building, cursor, before }: Readonly<Record<string, unknown>>): UsersView => ({
  ...(typeof find === 'string' && find !== '' ? { find } : {}),
  ...(status === 'inactive' || status === 'all' ? { status } : {}),
  ...(typeof building === 'string' && building !== '' ? { building } : {}),
  ...(typeof cursor === 'string' && cursor !== '' && typeof before === 'number' ? { cursor, before } : {}),
})
