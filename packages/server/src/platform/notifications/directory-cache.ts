import type { Listener } from './listener.ts'

/** A view of the cached entries of one organization's directory, as of the moment it was opened. */
export interface OrganizationCache<V> {
  get(name: string): V | undefined
  set(name: string, value: V): void
}

export interface DirectoryCache<V> {
  /** Open it before the query whose result is cached: a value that was read before a change must not outlive the change. */
  open(orgId: string): OrganizationCache<V>
}

const TTL_MS = 10 * 60_000
/** The share of entries that is kept when there are too many. */
const KEPT = 0.9

interface Entries<V> {
  readonly values: Map<string, V>
  readonly staleAt: number
}

/**
 * Caches lookups in the directories of all organizations. On a notification all nodes drop the entries of the organization
 * that changed, and the time-to-live of an organization's entries limits the effect of a lost notification.
 *
 * Each organization has a plain map, because a call of 1,000 events looks up 2,000 names. Of too many entries, the oldest of the
 * organizations that have been used least recently are dropped.
 */
export const createDirectoryCache = async <V>(listener: Listener, channel: string, max: number): Promise<DirectoryCache<V>> => {
  /** The most recently used organization is the last. */
  const organizations = new Map<string, Entries<V>>()
  let count = 0

  const drop = (orgId: string): void => {
    count -= organizations.get(orgId)?.values.size ?? 0
    organizations.delete(orgId)
  }
  const dropOldest = (): void => {
    for (const [orgId, { values }] of organizations) {
      for (const name of values.keys()) {
        if (count <= max * KEPT) return
        values.delete(name)
        count--
      }
      organizations.delete(orgId)
    }
  }
  const use = (orgId: string): Entries<V> => {
    const known = organizations.get(orgId)
    const isFresh = known !== undefined && known.staleAt > performance.now()
    if (known && !isFresh) drop(orgId)
    const entries = isFresh ? known : { values: new Map<string, V>(), staleAt: performance.now() + TTL_MS }
    organizations.delete(orgId)
    organizations.set(orgId, entries)
    return entries
  }

  await listener.on(channel, (orgId) => {
    if (orgId !== undefined) return drop(orgId)
    organizations.clear()
    count = 0
  })
  return {
    open(orgId) {
      const entries = use(orgId)
      const { values } = entries
      return {
        get: (name) => values.get(name),
        set(name, value) {
          if (organizations.get(orgId) !== entries) return
          if (!values.has(name)) count++
          values.set(name, value)
          if (count > max) dropOldest()
        },
      }
    },
  }
}
