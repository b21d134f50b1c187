/** Which users the list shows; part of its address. */
export interface UsersView {
  /** How a name begins. */
  readonly find?: string
  /** Active where absent. */
  readonly status?: 'inactive' | 'all'
  /** Id of their primary location. */
  readonly building?: string
  /** Of the page after the first. */
  readonly cursor?: string
}

export const readUsersView = ({ find, status, building, cursor }: Readonly<Record<string, unknown>>): UsersView => ({
  ...(typeof find === 'string' && find !== '' ? { find } : {}),
  ...(status === 'inactive' || status === 'all' ? { status } : {}),
  ...(typeof building === 'string' && building !== '' ? { building } : {}),
  ...(typeof cursor === 'string' && cursor !== '' ? { cursor } : {}),
})
