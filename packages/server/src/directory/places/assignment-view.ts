import { ADMINISTRATORS } from '@rollcall/contract'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import { filterId, NO_ID } from '../../gate/parameters/filters.ts'

/** Administrators see the assigned user of every desk, employees only their own desk. */
const maySee = (caller: Principal, assignedUserId: string): boolean =>
  assignedUserId === caller.userId || hasRole(caller, ADMINISTRATORS)

/** Returns the desk as the caller may see it. */
export const shownDesk = <D extends { readonly assignedUserId: string | null }>(caller: Principal, desk: D): D =>
  desk.assignedUserId === null || maySee(caller, desk.assignedUserId) ? desk : { ...desk, assignedUserId: null }

/** A filter must not reveal what the desks themselves hide. */
export const shownAssignee = (caller: Principal, given: string | undefined): string | undefined => {
  const id = filterId(given)
  return id === undefined || maySee(caller, id) ? id : NO_ID
}
