/** A day in words, as it was when the service last answered. */
export interface KeptDay {
  readonly day: string
  readonly name: string
  readonly plan: string
  readonly where: string
}

/** The own week of the user who is signed in, which this browser shows while the service cannot be reached. */
export interface KeptWeek {
  /** When the service last answered, in words. */
  readonly asOf: string
  readonly days: readonly KeptDay[]
}

const CACHE = 'rollcall-own-week'
const ADDRESS = '/kept-week.json'

/** Browsers keep nothing for pages that are not reached by https. */
const canKeep = (): boolean => 'caches' in globalThis

export const keepWeek = async (week: KeptWeek): Promise<void> => {
  if (!canKeep()) return
  const cache = await caches.open(CACHE)
  await cache.put(ADDRESS, new Response(JSON.stringify(week), { headers: { 'content-type': 'application/json' } }))
}

export const readKeptWeek = async (): Promise<KeptWeek | undefined> => {
  if (!canKeep() || !(await caches.has(CACHE))) return undefined
  const kept = await (await caches.open(CACHE)).match(ADDRESS)
  return (await kept?.json()) as KeptWeek | undefined
}

/** Leaves nothing of a person in the browser: when they sign out, and when no one is signed in. */
export const forgetKeptWeek = async (): Promise<void> => {
  if (canKeep()) await caches.delete(CACHE)
}
