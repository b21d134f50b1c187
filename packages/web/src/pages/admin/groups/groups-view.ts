/** Which groups the page shows; part of its address. */
interface GroupsView {
  /** Active if absent. */
  readonly status?: 'inactive' | 'all'
}

export const readGroupsView = ({ status }: Readonly<Record<string, unknown>>): GroupsView =>
  status === 'inactive' || status === 'all' ? { status } : {}
