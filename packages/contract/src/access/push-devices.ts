import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, id, list, named, nullable, text, timestamp } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pathId } from '../schema/params.ts'
import { ALL_USERS } from '../user-roles.ts'
import { MAX_PUSH_DEVICES, PUSH_DEVICE_KEPT_DAYS } from './push-kinds.ts'

export const PushDevice = named(
  'PushDevice',
  Type.Object({
    id: id({ description: 'The device. Each notification names it.' }),
    userAgent: nullable(
      text(300, {
        description: 'The browser, as it calls itself; null: unknown.',
        example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      }),
    ),
    service: text(253, { description: 'The host of its push service.', example: 'updates.push.services.mozilla.com' }),
    createdAt: timestamp({ description: 'When notifications were switched on.' }),
    lastUsedAt: timestamp({ description: 'When you last opened the app there, to within a day.' }),
  }),
)
export type PushDevice = Static<typeof PushDevice>

export const PushDevices = named(
  'PushDevices',
  Type.Object({
    isOffered: flag({ description: 'Whether the operator lets the service send notifications to devices.' }),
    publicKey: nullable(
      text(100, {
        description:
          'The key for `pushManager.subscribe`, an uncompressed point on P-256 in base64url (RFC 8292); null: not offered, or you have no account.',
        example: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      }),
    ),
    items: list(PushDevice, {}, { description: `Your devices, the most recently used first; at most ${MAX_PUSH_DEVICES}.` }),
  }),
)
export type PushDevices = Static<typeof PushDevices>

/** A browser's subscription (`PushSubscription`). Whether the address may be called is the service's to decide. */
export const NewPushDevice = named(
  'NewPushDevice',
  Type.Object({
    endpoint: text(1000, {
      description: 'The address of the push service for this browser. It begins with https://, and leads to no private network.',
      example: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABlYQ',
    }),
    p256dh: text(100, {
      description: 'The public key of the browser: 65 bytes in base64url.',
      example: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    }),
    auth: text(50, { description: 'The authentication secret: 16 bytes in base64url.', example: 'BTBZMqHH6r4Tts7J_aSIgg' }),
  }),
)
export type NewPushDevice = Static<typeof NewPushDevice>

const own = { tag: 'sessions', roles: AUTOMATION, people: ALL_USERS } as const

export const listPushDevices = endpoint({
  ...own,
  operation: 'listPushDevices',
  method: 'GET',
  path: '/api/push-devices',
  summary: 'List the devices that notify you',
  description: 'The browsers on which you switched notifications on, and the key that a further one needs. A key has none.',
  response: PushDevices,
})

export const addPushDevice = endpoint({
  ...own,
  operation: 'addPushDevice',
  audit: 'push-device.add',
  method: 'POST',
  path: '/api/push-devices',
  summary: 'Notify this browser',
  description: `Subscribes the browser of your session. Repeating it renews the subscription, which ends with the session if you sign out, and ${PUSH_DEVICE_KEPT_DAYS} days after you last opened the app there. You have at most ${MAX_PUSH_DEVICES} devices.`,
  body: NewPushDevice,
  response: PushDevice,
  errors: ['push_unavailable', 'entity_not_found', 'conflict'],
})

export const removePushDevice = endpoint({
  ...own,
  operation: 'removePushDevice',
  audit: 'push-device.remove',
  method: 'DELETE',
  path: '/api/push-devices/{deviceId}',
  params: Type.Object({ deviceId: pathId('The device.') }),
  summary: 'Stop notifying a device',
  description: 'What waits for it is dropped.',
  response: Done,
  errors: ['entity_not_found'],
})
