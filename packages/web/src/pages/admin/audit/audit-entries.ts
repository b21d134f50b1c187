import { t } from '@lingui/core/macro'
import { AUDIT_ACTIONS, type AuditAction, type AuditActor } from '@rollcall/contract'
import type { Answer } from '../../../api/call.ts'
import type { Column, ListColumn } from '../../../components/table/columns.ts'
import { oneOf, present } from '../../../shell/search.ts'
import { addDays } from '../../../time/days.ts'
import { instantOf, readerZone } from '../../../time/zoned-time.ts'
import { actionWord } from './action-words.ts'
import type { AuditView } from './audit-view.ts'
import { entityWord } from './entity-words.ts'

export type Entry = Answer<'listAuditLog'>['items'][number]

export const ACTIONS = Object.keys(AUDIT_ACTIONS) as AuditAction[]

/** Names of those who act. */
export const ACTORS: Readonly<Record<AuditActor, string>> = {
  user: t`Person`,
  key: t`Key`,
  provider: t`Provider`,
  'command-line': t`Command line`,
  service: t`The service itself`,
  unknown: t`Not known`,
}

/** Those who act, with what they are. */
const ACTORS_IN_FULL: Readonly<Record<AuditActor, (who: string) => string>> = {
  user: (who) => t`${who} (person)`,
  key: (who) => t`${who} (key)`,
  provider: (who) => t`${who} (provider)`,
  'command-line': (who) => t`${who} (command line)`,
  service: (who) => t`${who} (the service itself)`,
  unknown: (who) => t`${who} (not known)`,
}

/** The filters as query parameters of the API. */
export const filtersOf = ({ action, actor, actorId, entityId, from, to }: AuditView) =>
  present({
    // An address may name an action that there is not.
    action: oneOf(action, ACTIONS),
    actorType: actor,
    actorId,
    entityId,
    from: from === undefined ? undefined : instantOf(from, '00:00', readerZone()),
    to: to === undefined ? undefined : instantOf(addDays(to, 1), '00:00', readerZone()),
  })

/** The names of those whom the filters name by id; entries of the earlier filters may still be shown. */
export const namesIn = (entries: readonly Entry[], { actorId, entityId }: AuditView) => ({
  actor: entries.find((entry) => entry.actorId === actorId)?.actorName ?? undefined,
  entity: entries.find((entry) => entry.entityId === entityId)?.entityName ?? undefined,
})

type Acting = Pick<Entry, 'action' | 'actorType' | 'actorName' | 'actorId'>

/** Only the set-up creates a user before anyone can sign in. */
const isOfSetUp = ({ action, actorType }: Acting): boolean => actorType === 'unknown' && action === 'user.create'

/** Who did it, in words. */
export const actorText = (entry: Acting): string =>
  entry.actorName ?? entry.actorId ?? (isOfSetUp(entry) ? t`Set-up` : ACTORS[entry.actorType])

/** Who did it, with what they are. */
export const actorInFull = (entry: Acting): string =>
  isOfSetUp(entry) ? actorText(entry) : ACTORS_IN_FULL[entry.actorType](actorText(entry))

const codeOfActor = (entry: Acting): string => entry.actorName ?? entry.actorId ?? (isOfSetUp(entry) ? 'set-up' : entry.actorType)

type Done = Pick<Entry, 'entityType' | 'entityName' | 'entityId'>

/** What it was done to, in words. The kind is left out before a name that begins with it, such as Level 1. */
export const entityText = ({ entityType, entityName, entityId }: Done): string => {
  if (entityType === null) return ''
  const [kind, name] = [entityWord(entityType), entityName ?? entityId ?? '']
  return `${name} `.toLowerCase().startsWith(`${kind} `.toLowerCase()) ? name : `${kind} ${name}`.trim()
}

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

/** The columns of the table; files have all fields. */
export const COLUMNS: readonly ListColumn<Entry>[] = [
  { key: 'time', name: t`Time`, value: ({ timestamp }) => timestamp },
  { key: 'action', name: t`Action`, code: ({ action }) => action, value: ({ action }) => actionWord(action), isChoice: true },
  { key: 'who', name: t`Who`, code: codeOfActor, value: actorText, isChoice: true },
  { key: 'entity', name: t`Entity`, value: entityText },
  { key: 'address', name: t`Address`, value: ({ address }) => address },
]

export const FILE_COLUMNS: readonly Column<Entry>[] = [
  { name: 'entryNo', value: ({ entryNo }) => entryNo },
  { name: 'timestamp', value: ({ timestamp }) => timestamp },
  { name: 'action', value: ({ action }) => action },
  { name: 'actorType', value: ({ actorType }) => actorType },
  { name: 'actorId', value: ({ actorId }) => actorId },
  { name: 'actorName', value: ({ actorName }) => actorName },
  { name: 'address', value: ({ address }) => address },
  { name: 'userAgent', value: ({ userAgent }) => userAgent },
  { name: 'requestId', value: ({ requestId }) => requestId },
  { name: 'entityType', value: ({ entityType }) => entityType },
  { name: 'entityId', value: ({ entityId }) => entityId },
  { name: 'entityName', value: ({ entityName }) => entityName },
  { name: 'before', value: ({ before }) => json(before) },
  { name: 'after', value: ({ after }) => json(after) },
]
