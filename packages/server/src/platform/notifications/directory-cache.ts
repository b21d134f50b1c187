import { LRUCache } from 'lru-cache'
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

/**
 * Caches lookups in the directories of all organizations. On a notification all nodes drop the entries of the organization
 * that changed, and the time-to-live limits the effect of a lost notification. Dropping uses a new generation in the key, so a
 * large organization costs no more than a small one; unreachable entries are evicted as the least recently used.
 *
 * Memory grows with the content: `max` instead of `maxSize` would allocate a full cache at the start.
 */
export const createDirectoryCache = async <V extends object | string>(
  listener: Listener,
  channel: string,
  max: number,
): Promise<DirectoryCache<V>> => {
  const cache = new LRUCache<string, V>({ maxSize: max, sizeCalculation: () => 1, ttl: TTL_MS })
  const generations = new Map<string, number>()
  let epoch = 0
  await listener.on(channel, (orgId) => {
    if (orgId !== undefined) {
      generations.set(orgId, (generations.get(orgId) ?? 0) + 1)
      return
    }
    epoch++
    generations.clear()
    cache.clear()
  })
  return {
    open(orgId) {
      const prefix = `${orgId} ${epoch}.${generations.get(orgId) ?? 0} `
      return {
        get: (name) => cache.get(prefix + name),
        set: (name, value) => {
          cache.set(prefix + name, value)
        },
      }
    },
  }
}
