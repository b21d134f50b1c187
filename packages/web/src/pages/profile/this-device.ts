import { call } from '../../api/call.ts'
import { forgetDevice, keepDevice, readDevice, toSend } from '../../offline/push-device.ts'

/**
 * Whether this browser notifies the person. `blocked`: the person refused it in the browser. `home-screen`: an iPhone or iPad allows it
 * only for apps on the home screen.
 */
export type DeviceState =
  | { readonly is: 'unsupported' | 'home-screen' | 'blocked' | 'off' }
  | { readonly is: 'on'; readonly id: string }

/** An iPad says that it is a Mac, but no Mac has a touch screen. */
const isApple = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Looks at this browser; whether the service still knows it is for the caller to compare. */
export const readDeviceState = async (userId: string): Promise<DeviceState> => {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return { is: isApple() && window.isSecureContext ? 'home-screen' : 'unsupported' }
  if (Notification.permission === 'denied') return { is: 'blocked' }
  const [device, registration] = await Promise.all([readDevice(), navigator.serviceWorker.getRegistration()])
  const isSubscribed = Notification.permission === 'granted' && (await registration?.pushManager.getSubscription())
  return isSubscribed && device?.userId === userId ? { is: 'on', id: device.id } : { is: 'off' }
}

/** The person was asked, and did not allow it. */
export class NotAllowed extends Error {}
/** The browser has no push service, or does not reach it. */
export class NoPushService extends Error {}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const subscribe = async (registration: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> => {
  try {
    // One that is left over may be of another person, or of a key of the past.
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
  } catch (cause) {
    throw new NoPushService('The browser did not subscribe.', { cause })
  }
}

/** Asks the person, subscribes this browser and tells the service. @throws NotAllowed, NoPushService, ApiError */
export const switchOn = async (publicKey: string, userId: string): Promise<void> => {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed('Notifications are not allowed.')
  await navigator.serviceWorker.register('/sw.js')
  const registration = await navigator.serviceWorker.ready
  const subscription = await subscribe(registration, publicKey)
  try {
    const { id } = await call('addPushDevice', { body: toSend(subscription) })
    await keepDevice({ id, userId })
  } catch (error) {
    await forgetDevice(registration)
    throw error
  }
}

/** Ends the notifications of this browser, after the service has forgotten it. */
export const switchOff = async (): Promise<void> => forgetDevice(await navigator.serviceWorker.getRegistration())
