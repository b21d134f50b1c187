import { t } from '@lingui/core/macro'
import type { AuditAction } from '@rollcall/contract'
import { showNumber } from '../../../components/format.ts'
import { actionWord } from './action-words.ts'
import type { Entry } from './audit-entries.ts'

/** What one call did to several of a kind, in words. */
const MANY: Readonly<Partial<Record<AuditAction, (count: string) => string>>> = {
  'account.set': (count) => t`${count} accounts were changed.`,
  'bay.create': (count) => t`${count} parking bays were created.`,
  'bay.update': (count) => t`${count} parking bays were changed.`,
  'group.create': (count) => t`${count} groups were created.`,
  'group.member-add': (count) => t`${count} users became members of a group.`,
  'group.member-remove': (count) => t`${count} users are no longer members of a group.`,
  'group.update': (count) => t`${count} groups were changed.`,
  'identity.give': (count) => t`${count} ids of sources were given to people.`,
  'level.create': (count) => t`${count} levels were created.`,
  'level.update': (count) => t`${count} levels were changed.`,
  'location.create': (count) => t`${count} buildings were created.`,
  'location.update': (count) => t`${count} buildings were changed.`,
  'place.create': (count) => t`${count} desks were created.`,
  'place.update': (count) => t`${count} desks were changed.`,
  'session.end-all': (count) => t`All sessions of ${count} people were ended.`,
  'space.create': (count) => t`${count} spaces were created.`,
  'space.update': (count) => t`${count} spaces were changed.`,
  'user.create': (count) => t`${count} users were created.`,
  'user.update': (count) => t`${count} users were changed.`,
  'zone.create': (count) => t`${count} zones were created.`,
  'zone.update': (count) => t`${count} zones were changed.`,
}

/** Several entries of one action in words. */
export const manyWord = (action: AuditAction, length: number): string => {
  const count = showNumber(length)
  const words = actionWord(action)
  return MANY[action]?.(count) ?? t`${words} (${count} times)`
}

const isOfSameCall = (one: Entry, other: Entry): boolean =>
  one.requestId !== null &&
  one.requestId === other.requestId &&
  one.action === other.action &&
  one.actorType === other.actorType &&
  one.actorId === other.actorId

export interface ListedEntries {
  /** What the list shows: entries, and lines that stand for several. */
  readonly rows: readonly Entry[]
  /** The entries of each line that stands for several. */
  readonly folded: ReadonlyMap<Entry, readonly Entry[]>
  /** The entries below an open line. */
  readonly unfolded: ReadonlySet<Entry>
}

/** Folds neighbors of the same action that one call made into a line, which has the entries below it while it is open. */
export const foldEntries = (entries: readonly Entry[], open: ReadonlySet<number>): ListedEntries => {
  const calls: Entry[][] = []
  for (const entry of entries) {
    const call = calls.at(-1)
    const first = call?.[0]
    if (call && first && isOfSameCall(first, entry)) call.push(entry)
    else calls.push([entry])
  }
  const folded = new Map<Entry, readonly Entry[]>()
  const unfolded = new Set<Entry>()
  const rows = calls.flatMap((call) => {
    const [first] = call
    if (!first || call.length === 1) return call
    const line = { ...first }
    folded.set(line, call)
    if (!open.has(first.entryNo)) return [line]
    for (const entry of call) unfolded.add(entry)
    return [line, ...call]
  })
  return { rows, folded, unfolded }
}
