import { request as requestHttp } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import type { PushConfig } from '../push-config.ts'
import { lookupPublic, mayBePublic } from './public-address.ts'
import { encryptFor, introduceTo, type SenderKey, type Subscription } from './push-message.ts'

/** A notification, ready to be sent. */
export interface PushMessage {
  readonly subscription: Subscription
  readonly sender: SenderKey
  /** What the service worker of the browser gets. */
  readonly text: string
  /** How long the push service keeps it for a device that is away. */
  readonly ttlSeconds: number
  readonly isUrgent: boolean
  /** A message of the same topic that the push service still keeps is replaced: at most 32 characters of base64url (RFC 8030 §5.4). */
  readonly topic: string
}

/**
 * What became of an attempt. `gone`: the browser is no longer subscribed. `refused`: a repetition would be refused again. `postponed`:
 * it may succeed later, at the earliest after the time that the push service named.
 */
export interface PushAttempt {
  readonly outcome: 'sent' | 'gone' | 'refused' | 'postponed'
  /** The status, or what went wrong. It names no address, which is a secret of the browser. */
  readonly result: string
  readonly retryAfterMs?: number
}

/** Answers of push services have a line of text at most. */
const MAX_ANSWER_BYTES = 16_384

/** Whether this URL may be called: it comes from a browser, so it could name any machine. */
export const isAllowedEndpoint = (endpoint: string, { isPrivateAllowed }: Pick<PushConfig, 'isPrivateAllowed'>): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, username, password } = new URL(endpoint)
  if (username || password) return false
  if (isPrivateAllowed) return protocol === 'https:' || protocol === 'http:'
  return protocol === 'https:' && mayBePublic(hostname)
}

/** Sends a message to the push service of a browser (RFC 8030). It follows no redirect, and never throws because of what it meets. */
export const sendPush = async (message: PushMessage, config: PushConfig, signal: AbortSignal): Promise<PushAttempt> => {
  const { subscription, sender, text, ttlSeconds, isUrgent, topic } = message
  if (!isAllowedEndpoint(subscription.endpoint, config))
    return { outcome: 'refused', result: 'The address of the push service is not allowed.' }
  const body = encryptFor(subscription, text)
  const headers = {
    authorization: await introduceTo(subscription.endpoint, sender, config.contact),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': body.length,
    ttl: ttlSeconds,
    urgency: isUrgent ? 'high' : 'normal',
    topic,
  }
  const options: RequestOptions = { method: 'POST', headers, signal, ...(!config.isPrivateAllowed && { lookup: lookupPublic }) }
  try {
    return judge(await post(new URL(subscription.endpoint), options, body))
  } catch (error) {
    const { code = 'failed' } = error as NodeJS.ErrnoException
    // An address that leads inside may be a public one again; the notification is lost, and the device stays.
    if (code === 'ENOTPUBLIC') return { outcome: 'refused', result: 'The address of the push service is not public.' }
    return { outcome: 'postponed', result: `The push service did not answer (${code}).` }
  }
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
}

const post = (url: URL, options: RequestOptions, body: Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > MAX_ANSWER_BYTES) response.destroy()
      })
      // The status says everything, however the rest ends.
      response.on('close', () => resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }))
      response.on('error', () => {})
    })
    request.on('error', reject)
    request.end(body)
  })

const judge = ({ status, retryAfter }: Answer): PushAttempt => {
  const result = `The push service answered ${status}.`
  if (status >= 200 && status < 300) return { outcome: 'sent', result }
  if (status === 404 || status === 410) return { outcome: 'gone', result }
  if (status === 408 || status === 429 || status >= 500) return { outcome: 'postponed', result, ...delayOf(retryAfter) }
  return { outcome: 'refused', result }
}

/** Reads seconds or a date (RFC 9110 §10.2.3). */
const delayOf = (text: string | undefined): { readonly retryAfterMs?: number } => {
  if (text === undefined) return {}
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return ms > 0 ? { retryAfterMs: ms } : {}
}
