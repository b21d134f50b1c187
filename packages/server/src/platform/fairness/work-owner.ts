import { AsyncLocalStorage } from 'node:async_hooks'

/** Whom work is for: things are shared between organizations first, then between the callers of each. */
export interface ShareOwner {
  readonly orgId: string
  readonly caller: string
}

/** The owner of work that no request started, such as the night's work. */
export const SERVICE: ShareOwner = { orgId: 'service', caller: '' }
/** The organization of callers that have not proved yet who they are. */
export const UNKNOWN_ORG = ''

const owners = new AsyncLocalStorage<ShareOwner>()

/**
 * Runs the work, and all that it awaits, on behalf of the owner. The owner may be completed later, when it is known. It costs a
 * request less than a microsecond, where a database handle for each request would cost several.
 */
export const runFor = (owner: ShareOwner, work: () => void): void => owners.run(owner, work)

export const currentOwner = (): ShareOwner => owners.getStore() ?? SERVICE
