/** Which groups the tree shows; part of its address. */
export interface GroupsView {
  readonly find?: string
  readonly type?: string
  /** Active if absent. */
  readonly status?: 'inactive' | 'all'
}

export const readGroupsView = ({ find, type, status }: Readonly<Record<string, unknown>>): GroupsView => ({
  ...(typeof find === 'string' && find !== '' ? { find } : {}),
  ...(typeof type === 'string' && type !== '' ? { type } : {}),
  ...(status === 'inactive' || status === 'all' ? { status } : {}),
})
