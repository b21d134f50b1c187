import { ADMINISTRATORS } from '@rollcall/contract'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import { filterId, NO_ID } from '../../gate/parameters/filters.ts'

/** Administrators see the assigned user of every desk; employees see only themselves. */
const maySee = (caller: Principal, assignedUserId: string): boolean =>
  assignedUserId === caller.userId || hasRole(caller, ADMINISTRATORS)

/** Returns the desk without an assigned user whom the caller may not see. */
export const hideAssignee = <D extends { readonly assignedUserId: string | null }>(caller: Principal, desk: D): D =>
  desk.assignedUserId === null || maySee(caller, desk.assignedUserId) ? desk : { ...desk, assignedUserId: null }

/** Returns the filter; for a user whom the caller may not see, one that matches nothing, so that the filter reveals nothing. */
export const filterAssignee = (caller: Principal, given: string | undefined): string | undefined => {
  const id = filterId(given)
  return id === undefined || maySee(caller, id) ? id : NO_ID
}
