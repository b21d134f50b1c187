import { ADMINISTRATORS } from '@rollcall/contract'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import { filterId, NO_ID } from '../../gate/parameters/filters.ts'

/** Whose desk a desk is, administrators see of all desks, employees of their own. */
const maySee = (caller: Principal, assignedUserId: string): boolean =>
  assignedUserId === caller.userId || hasRole(caller, ADMINISTRATORS)

/** The desk as the caller may see it. */
export const shownDesk = <D extends { readonly assignedUserId: string | null }>(caller: Principal, desk: D): D =>
  desk.assignedUserId === null || maySee(caller, desk.assignedUserId) ? desk : { ...desk, assignedUserId: null }

/** A filter tells nobody what the desks themselves do not. */
export const shownAssignee = (caller: Principal, given: string | undefined): string | undefined => {
  const id = filterId(given)
  return id === undefined || maySee(caller, id) ? id : NO_ID
}
