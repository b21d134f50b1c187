import { LRUCache } from 'lru-cache'
import type { Listener } from './listener.ts'

/** What is remembered of one organization's directory as it was when this was opened. */
export interface OrganizationCache<V> {
  get(name: string): V | undefined
  set(name: string, value: V): void
}

export interface DirectoryCache<V> {
  /** Open it before the query whose result is remembered: what was read before a change must not outlive it. */
  open(orgId: string): OrganizationCache<V>
}

const TTL_MS = 10 * 60_000

/**
 * Remembers what was found in the directories of all organizations. A notification makes all nodes forget the organization
 * that changed, and the time-to-live bounds what a lost notification can do. Forgetting is a new generation in the key, so a
 * large organization costs no more to forget than a small one; what nobody can find any more goes as the least recently used.
 *
 * It grows with what it holds: `max` instead of `maxSize` would take the memory of a full one at the start.
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
