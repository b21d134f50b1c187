/// <reference lib="webworker" />
import { forgetDevice, keepDevice, readDevice, toSend } from './push-device.ts'

declare const self: ServiceWorkerGlobalScope

/** What the service sends, in the language of the person. */
interface PushMessage {
  readonly device: string
  /** The matter: a newer notification about it replaces an older one. */
  readonly tag: string
  readonly title: string
  readonly body: string
  /** The page that a click opens. */
  readonly path: string
}

/** Shows a notification, unless it was for someone who used this browser before: then none of theirs comes again. */
export const showPush = async (data: PushMessageData | null): Promise<void> => {
  const message = data?.json() as PushMessage | undefined
  const device = await readDevice()
  if (!message || device?.id !== message.device) return forgetDevice(self.registration)
  const { title, body, tag, path } = message
  const options = { body, tag, renotify: true, icon: '/icon-192.png', badge: '/icon-192.png', data: { path } }
  await self.registration.showNotification(title, options)
}

/** Opens the page of a notification, in a window of the app if there is one. */
export const openPage = async (notification: Notification): Promise<void> => {
  notification.close()
  const { path = '/' } = (notification.data ?? {}) as { path?: string }
  const address = new URL(path, self.location.origin)
  // Only pages of the app are opened, whatever a message says.
  if (address.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const ofApp = windows.filter(({ url }) => !new URL(url).pathname.startsWith('/guide'))
  const window = ofApp.find(({ focused }) => focused) ?? ofApp[0]
  if (!window) return void (await self.clients.openWindow(address.href))
  await window.focus()
  if (window.url !== address.href) await window.navigate(address.href).catch(() => self.clients.openWindow(address.href))
}

/** A browser may renew its subscription by itself. Without a session, the next page that the person opens tells the service. */
export const renewSubscription = async (old: PushSubscription | null, renewed: PushSubscription | null): Promise<void> => {
  const device = await readDevice()
  const applicationServerKey = old?.options.applicationServerKey
  if (!device || !applicationServerKey) return
  const subscription = renewed ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  const session = await fetch('/api/session')
  if (!session.ok) return
  const { userId, csrfToken } = (await session.json()) as { userId: string; csrfToken: string }
  if (userId !== device.userId) return forgetDevice(self.registration)
  const answer = await fetch('/api/push-devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
    body: JSON.stringify(toSend(subscription)),
  })
  if (answer.ok) await keepDevice({ id: ((await answer.json()) as { id: string }).id, userId })
}
