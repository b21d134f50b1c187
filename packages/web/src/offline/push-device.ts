/** Whom this browser notifies, which the page notes for the service worker: both can read caches, and nothing else of each other. */
export interface PushedDevice {
  /** The id under which the service knows this browser. Every notification names it. */
  readonly id: string
  readonly userId: string
}

const CACHE = 'rollcall-push-device'
const ADDRESS = '/push-device.json'

/** Browsers keep nothing for pages that are not reached by https. */
const canKeep = (): boolean => 'caches' in globalThis

export const keepDevice = async (device: PushedDevice): Promise<void> => {
  const cache = await caches.open(CACHE)
  await cache.put(ADDRESS, new Response(JSON.stringify(device), { headers: { 'content-type': 'application/json' } }))
}

export const readDevice = async (): Promise<PushedDevice | undefined> => {
  if (!canKeep() || !(await caches.has(CACHE))) return undefined
  const kept = await (await caches.open(CACHE)).match(ADDRESS)
  return (await kept?.json()) as PushedDevice | undefined
}

/** Ends the notifications of this browser, whatever the service still knows of it. */
export const forgetDevice = async (registration: ServiceWorkerRegistration | undefined): Promise<void> => {
  if (canKeep()) await caches.delete(CACHE)
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/** What the service needs to notify a browser. */
export const toSend = (subscription: PushSubscription): { endpoint: string; p256dh: string; auth: string } => {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}
