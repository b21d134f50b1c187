import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { isPublicAddress, lookupPublic } from '../../src/platform/push/public-address.ts'
import { createSenderKey, encryptFor, hasValidKeys, introduceTo } from '../../src/platform/push/push-message.ts'
import { isAllowedEndpoint, sendPush } from '../../src/platform/push/push-service.ts'
import { createBrowser, decrypt, openPushService, readSender } from './push-service.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/** RFC 8291, appendix A. */
const RFC = {
  browser: {
    privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    publicKey: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  },
  body: bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ),
  text: 'When I grow up, I want to be a watermelon',
}

it('a browser decrypts the message of the RFC, and ours', () => {
  expect(decrypt(RFC.browser, RFC.body)).toBe(RFC.text)
  for (const browser of [RFC.browser, createBrowser()]) {
    const keys = { p256dh: browser.publicKey.toString('base64url'), auth: browser.auth.toString('base64url') }
    expect(hasValidKeys(keys)).toBe(true)
    const body = encryptFor(keys, 'Grüße aus Größe')
    expect(decrypt(browser, body)).toBe('Grüße aus Größe')
    body[body.length - 20] = (body[body.length - 20] as number) ^ 1
    expect(() => decrypt(browser, body)).toThrow()
  }
})

it('a sender is who the header says, for one push service and half a day', async () => {
  const sender = createSenderKey()
  const { key, claims } = readSender(await introduceTo('https://push.example.com/to/abc', sender, 'https://rollcall.example.com'))
  expect(key).toBe(sender.publicKey)
  expect(claims).toMatchObject({ aud: 'https://push.example.com', sub: 'https://rollcall.example.com' })
  const hours = ((claims.exp as number) - Date.now() / 1000) / 3600
  expect(hours > 1 && hours <= 12).toBe(true)
  const other = createSenderKey().publicKey
  expect(() => readSender(`vapid t=${claims}.x.y, k=${other}`)).toThrow()
})

it('only https addresses of the public Internet are called', async () => {
  const [strict, lenient] = [{ isPrivateAllowed: false }, { isPrivateAllowed: true }]
  const allowed = (url: string) => isAllowedEndpoint(url, strict)
  for (const url of ['https://push.example.com/a', 'https://93.184.216.34/a', 'https://[2606:4700::1]:8443/a'])
    expect([url, allowed(url)]).toEqual([url, true])
  for (const url of [
    ...['http://push.example.com/a', 'ftp://push.example.com', 'https://user:word@push.example.com/a', 'push.example.com', ''],
    ...['https://localhost/a', 'https://a.localhost./a', 'https://intranet/a', 'https://127.1/a', 'https://0x7f000001/a'],
    ...['https://10.0.0.1/a', 'https://169.254.169.254/latest', 'https://100.64.0.1/a', 'https://0/a', 'https://192.168.1.1/a'],
    ...[
      'https://[::1]/a',
      'https://[::ffff:10.0.0.1]/a',
      'https://[fd00::1]/a',
      'https://[fe80::1]/a',
      'https://[64:ff9b::a00:1]/a',
    ],
    'https://[::7f00:1]/a',
  ])
    expect([url, allowed(url)]).toEqual([url, false])
  expect(isAllowedEndpoint('http://127.0.0.1:80/a', lenient)).toBe(true)
  expect(isAllowedEndpoint('file:///etc/passwd', lenient)).toBe(false)
  expect(['64:ff9b::808:808', '::ffff:8.8.8.8', '2002:a00:1::', '224.0.0.1'].map(isPublicAddress)).toEqual([
    true,
    true,
    false,
    false,
  ])

  // A public name may lead inside. What it leads to is decided about when it is called.
  const resolve = promisify(lookupPublic as never) as (host: string, options: object) => Promise<unknown>
  await expect(resolve('localhost', {})).rejects.toMatchObject({ code: 'ENOTPUBLIC' })
  await expect(resolve('localhost', { all: true })).rejects.toMatchObject({ code: 'ENOTPUBLIC' })

  await using service = await openPushService()
  const browser = createBrowser()
  const send = (endpoint: string, config: { isPrivateAllowed: boolean }) =>
    sendPush(
      {
        subscription: {
          endpoint,
          p256dh: browser.publicKey.toString('base64url'),
          auth: browser.auth.toString('base64url'),
        },
        sender: createSenderKey(),
        ...{ text: 'Hello', ttlSeconds: 60, isUrgent: false, topic: 'abc' },
      },
      { contact: 'https://rollcall.example.com', ...config },
      AbortSignal.timeout(20_000),
    )
  expect(await send(`${service.origin}/a`, strict)).toMatchObject({ outcome: 'refused' })
  expect(service.arrived).toEqual([])
  service.answer(`${service.origin}/moved`, 307, { location: `${service.origin}/elsewhere` })
  expect(await send(`${service.origin}/moved`, lenient)).toMatchObject({ outcome: 'refused' })
  expect(service.arrived.map(({ path }) => path)).toEqual(['/moved'])
  service.answer(`${service.origin}/busy`, 429, { 'retry-after': '120' })
  expect(await send(`${service.origin}/busy`, lenient)).toMatchObject({ outcome: 'postponed', retryAfterMs: 120_000 })
})
