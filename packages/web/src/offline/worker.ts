/// <reference lib="webworker" />
import { openPage, renewSubscription, showPush } from './push-events.ts'

/**
 * The service worker. It shows one page while the service cannot be reached, and notifications; it neither sees nor keeps what pages ask
 * the API for. What that page shows of the own week is kept by the page of the user who is signed in (kept-week.ts).
 */
declare const self: ServiceWorkerGlobalScope
/** The version of the app, and the files of the page; the build fills both in. */
declare const VERSION: string
declare const FILES: readonly string[]

const PREFIX = 'rollcall-offline-'
const CACHE = PREFIX + VERSION
const PAGE = '/offline.html'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' }))))
      .then(() => self.skipWaiting()),
  )
})

const activate = async (): Promise<void> => {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name)
  // The browser asks for the page while the worker starts, so that the worker slows down nothing.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('activate', (event) => event.waitUntil(activate()))

const fromCache = async (address: string): Promise<Response> =>
  (await caches.match(address, { cacheName: CACHE })) ?? Response.error()

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate' && request.method === 'GET') {
    const answer = async () => ((await event.preloadResponse) as Response | undefined) ?? (await fetch(request))
    event.respondWith(answer().catch(() => fromCache(PAGE)))
  } else if (FILES.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => fromCache(pathname)))
  }
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openPage(event.notification)))

/** Not every browser has this event, and none says what it has to TypeScript. */
interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription = null, newSubscription = null } = event as unknown as SubscriptionChange
  ;(event as unknown as SubscriptionChange).waitUntil(renewSubscription(oldSubscription, newSubscription))
})
