/** Which users the list shows; part of its address. */
export interface UsersView {
  /** The beginning of a name. */
  readonly find?: string
  /** Active if absent. */
  readonly status?: 'inactive' | 'all'
  /** Id of their primary location. */
  readonly building?: string
  /** The cursor of a page after the first. */
  readonly cursor?: string
}

export const readUsersView = ({ find, status, building, cursor }: Readonly<Record<string, unknown>>): UsersView => ({
  ...(typeof find === 'string' && find !== '' ? { find } : {}),
  ...(status === 'inactive' || status === 'all' ? { status } : {}),
  ...(typeof building === 'string' && building !== '' ? { building } : {}),
  ...(typeof cursor === 'string' && cursor !== '' ? { cursor } : {}),
})
