import { AUDIT_ACTORS } from '@rollcall/contract'
import { dayOf, oneOf, present, textOf } from '../../../shell/search.ts'

/** Validates the filters of the audit log. The page knows the actions, which are too many to load with the first page. */
export const readAuditView = (search: Record<string, unknown>) =>
  present({
    action: textOf(search.action),
    actor: oneOf(search.actor, AUDIT_ACTORS),
    actorId: textOf(search.actorId),
    entityId: textOf(search.entityId),
    /** The range of days, in the reader's time zone. */
    from: dayOf(search.from),
    to: dayOf(search.to),
  })
export type AuditView = ReturnType<typeof readAuditView>
