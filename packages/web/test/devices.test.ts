import type { Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, expectFitsPhone, startBrowser, type TestBrowser, WIDE } from './support/browser.ts'
import { openDemo } from './support/demo.ts'
import { signOut } from './support/sign-out.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** Stands in for what this Chromium without a window lacks: it allows no notifications, and reaches no push service. */
const allow = async (page: Page, { subscribes }: { subscribes: boolean }): Promise<void> => {
  await page.addInitScript((canSubscribe) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted', configurable: true })
    if (!canSubscribe) return
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const subscription = {
      toJSON: () => ({ endpoint: `${window.location.origin}/push-service`, keys }),
      unsubscribe: async () => {
        localStorage.removeItem('test.subscribed')
        return true
      },
    }
    const isSubscribed = () => localStorage.getItem('test.subscribed') !== null
    PushManager.prototype.getSubscription = async () => (isSubscribed() ? subscription : null) as PushSubscription | null
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('test.subscribed', 'true')
      return subscription as unknown as PushSubscription
    }
  }, subscribes)
}

interface Shown {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly path: string
}

/** Notes what the worker shows, in place of the display: newer ones replace those of the same tag. */
const watchDisplay = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: Map<string, object> }
    scope.shown = new Map()
    scope.registration.showNotification = async (title, { body, tag = '', data } = {}) => {
      scope.shown.set(tag, { title, body, tag, ...(data as object) })
    }
  })
const shown = (worker: Worker) =>
  worker.evaluate(() => [...(globalThis as unknown as { shown: Map<string, object> }).shown.values()] as unknown as Shown[])

/** Delivers messages to the service worker as a push service does, by the protocol of the developer tools. */
const openPush = async (page: Page) => {
  const tools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return (message: object) =>
    tools.send('ServiceWorker.deliverPushMessage', { origin: `${origin}/`, registrationId, data: JSON.stringify(message) })
}

it('a person switches notifications on, the worker shows those of this device only, and the profile lists and ends it', async () => {
  const { baseUrl } = await openDemo()
  const page = await browser.open('/profile', 'colleague', { ...WIDE, serviceWorkers: 'allow' })
  const section = page.getByRole('region', { name: 'Notifications on this device' })
  // What this browser says by itself.
  await section.getByText('Notifications of this page are blocked in the browser.').waitFor()

  await page.context().grantPermissions(['notifications'], { origin: baseUrl })
  await allow(page, { subscribes: false })
  await page.reload()
  const choice = section.getByRole('switch', { name: 'Notify me on this device' })
  await choice.click()
  await section.getByRole('alert').getByText('The browser did not reach the service').waitFor()
  expect(await choice.isChecked()).toBe(false)

  await allow(page, { subscribes: true })
  await page.reload()
  await choice.click()
  await section.getByText('This browser', { exact: true }).waitFor()
  expect(await choice.isChecked()).toBe(true)
  expect(await section.getByRole('listitem').count()).toBe(1)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.setViewportSize(WIDE.viewport)

  const { items } = (await (await page.request.get('/api/push-devices')).json()) as { items: { id: string }[] }
  const push = await openPush(page)
  const [worker] = page.context().serviceWorkers() as [Worker]
  await watchDisplay(worker)
  const message = {
    device: items[0]?.id,
    tag: 'booking 2031-03-04',
    title: 'You lost your booking',
    body: 'Desk 1, Berlin',
    path: '/me',
  }
  await push(message)
  const { device: _, ...expected } = message
  await expect.poll(() => shown(worker)).toEqual([expected])
  await push({ ...message, title: 'Your booking was released' })
  await expect.poll(async () => (await shown(worker)).map(({ title }) => title)).toEqual(['Your booking was released'])

  const kinds = page.getByRole('region', { name: 'Notifications', exact: true })
  await kinds.getByRole('switch', { name: 'On devices: An invitation to an event' }).press('Space')
  const wanted = async () => {
    const answer = await page.request.get('/api/users/me/mail-preferences')
    const { kinds: mail, pushKinds } = (await answer.json()) as Record<
      'kinds' | 'pushKinds',
      { kind: string; isWanted: boolean }[]
    >
    return [...mail, ...pushKinds].filter(({ isWanted }) => !isWanted).map(({ kind }) => kind)
  }
  await expect.poll(wanted).toEqual(['event-invitation'])
  const byMail = kinds.getByRole('switch', { name: 'By mail: A booking that is released soon unless it is confirmed' })
  await expect.poll(() => byMail.isEnabled()).toBe(true)
  await byMail.press('Space')
  await expect.poll(wanted).toEqual(['check-in-due', 'event-invitation'])

  // What was for someone else is not shown, and ends it.
  await push({ ...message, tag: 'other', device: '00000000-0000-4000-8000-000000000000', title: 'For someone else' })
  await expect.poll(() => page.evaluate(() => caches.has('rollcall-push-device'))).toBe(false)
  expect((await shown(worker)).map(({ title }) => title)).toEqual(['Your booking was released'])
  await page.reload()
  await section.getByRole('button', { name: /^Remove: Chrome on Linux/ }).click()
  await section.getByRole('listitem').waitFor({ state: 'detached' })
  expect(await choice.isChecked()).toBe(false)

  await choice.click()
  await section.getByText('This browser', { exact: true }).waitFor()
  await signOut(page)
  await page.getByRole('heading', { name: 'Sign in to Rollcall' }).waitFor()
  await expect.poll(() => page.evaluate(() => caches.has('rollcall-push-device'))).toBe(false)
  expect(await page.evaluate(() => localStorage.getItem('test.subscribed'))).toBeNull()
})

interface Renewed extends EventInit {
  readonly oldSubscription?: object
  readonly newSubscription?: object
  readonly notification?: object
}

/** Sends an event to the worker as the browser does. Scripts cannot make events that keep a worker alive, so the test waits instead. */
const dispatch = (worker: Worker, name: string, properties: Renewed): Promise<void> =>
  worker.evaluate(
    async ([type, given]) => {
      const scope = globalThis as unknown as EventTarget & { WindowClient: { prototype: { focus: () => Promise<unknown> } } }
      let work: Promise<unknown> = Promise.resolve()
      const own = {
        ...(given.notification ? { notification: { ...given.notification, close: () => undefined } } : {}),
        ...(given.newSubscription
          ? { oldSubscription: given.oldSubscription, newSubscription: { toJSON: () => given.newSubscription } }
          : {}),
        waitUntil: (until: Promise<unknown>) => {
          work = until
        },
      }
      // Only a click of a person may focus a window.
      scope.WindowClient.prototype.focus = async () => undefined
      scope.dispatchEvent(Object.defineProperties(new Event(type), Object.getOwnPropertyDescriptors(own)))
      await work
    },
    [name, properties] as const,
  )

it('a click on a notification opens its page in the window that is open, and a renewed subscription reaches the service', async () => {
  const { baseUrl } = await openDemo()
  const page = await browser.open('/profile', 'colleague', { ...WIDE, serviceWorkers: 'allow' })
  await page.context().grantPermissions(['notifications'], { origin: baseUrl })
  await allow(page, { subscribes: true })
  await page.reload()
  const section = page.getByRole('region', { name: 'Notifications on this device' })
  await section.getByRole('switch', { name: 'Notify me on this device' }).click()
  await section.getByText('This browser', { exact: true }).waitFor()
  const [worker] = page.context().serviceWorkers() as [Worker]
  const listed = async () =>
    ((await (await page.request.get('/api/push-devices')).json()) as { items: { id: string }[] }).items.map(({ id }) => id)
  const [before] = await listed()

  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  await dispatch(worker, 'pushsubscriptionchange', {
    oldSubscription: { options: { applicationServerKey: new Uint8Array(65) } },
    newSubscription: { endpoint: `${baseUrl}/push-service-renewed`, keys },
  })
  const after = await listed()
  const [renewed] = after.filter((id) => id !== before)
  expect(renewed).toBeDefined()
  // From now on the worker shows what is for the renewed one.
  const push = await openPush(page)
  await watchDisplay(worker)
  await push({ device: renewed, tag: 'x', title: 'For the renewed one', body: '', path: '/me/events' })
  await expect.poll(async () => (await shown(worker)).map(({ title }) => title)).toEqual(['For the renewed one'])

  const url = page.url()
  await dispatch(worker, 'notificationclick', { notification: { data: { path: 'https://example.com/elsewhere' } } })
  expect(page.url()).toBe(url)
  await dispatch(worker, 'notificationclick', { notification: { data: { path: '/me/events' } } })
  await page.waitForURL('**/me/events')
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  expect(page.context().pages()).toEqual([page])
})
