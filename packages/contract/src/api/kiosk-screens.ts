import Type, { type Static } from 'typebox'
import { createdAt, locationId, locationName, optionalId, optionalName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import {
  flag,
  id,
  integer,
  list,
  named,
  nullable,
  optional,
  text,
  timestamp,
  timestampInput,
  uuidInput,
} from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pathId } from '../schema/params.ts'
import { WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { newId } from './entity.ts'

/** Maximum number of screens of an organization whose links work or have expired; a revoked one is gone. */
export const MAX_KIOSK_SCREENS = 100
/** The requests that one screen may send per minute; it sends about ten while much happens. */
export const SCREEN_REQUESTS_PER_MINUTE = 120
/** How long a screen of a whole building shows one level. */
export const SECONDS_PER_LEVEL = { minimum: 5, maximum: 3_600, default: 20 } as const

const { default: ofLevel, ...bounds } = SECONDS_PER_LEVEL
const name = text(200, { description: 'What people call the screen.', example: 'Lobby, 2nd floor' })
const secondsPerLevel = integer(bounds, {
  description: 'How many seconds a level is shown before the next one.',
  example: ofLevel,
})
const SHOWS_NAMES = 'Whether the screen names the people at desks, except those who hide themselves'

const screen = {
  screenId: id({ description: 'The screen.' }),
  name,
  locationId,
  locationName,
  levelId: optionalId('The level that it shows'),
  levelName: optionalName('Name of the level', 'Level 2'),
  showsNames: flag({ description: `${SHOWS_NAMES}.` }),
  secondsPerLevel,
  createdAt,
  createdByName: optionalName('Name of the administrator who created it', 'Ada Byron', 401),
  expiresAt: nullable(timestamp({ description: 'When the link expires; null: never.' })),
  lastSeenAt: nullable(
    timestamp({ description: 'When the screen last asked for its floor, within a minute; null: it never did.' }),
  ),
}

export const KioskScreen = named('KioskScreen', Type.Object(screen))
export type KioskScreen = Static<typeof KioskScreen>

export const KioskScreenWithSecret = named(
  'KioskScreenWithSecret',
  Type.Object({
    ...screen,
    secret: nullable(
      text(100, {
        description:
          'What the link has behind the #: /kiosk#SECRET. It is shown only once and never stored in readable form. Null if the screen already existed.',
        example: 'rck_Xb3cW2v0mJ6u0q6l2nFz7n1K3sYd8yHq1cQ9pLr4t5E',
      }),
    ),
  }),
)
export type KioskScreenWithSecret = Static<typeof KioskScreenWithSecret>

export const NewKioskScreen = named(
  'NewKioskScreen',
  Type.Object({
    screenId: newId,
    name,
    locationId: uuidInput({ description: 'The building.' }),
    levelId: optional(uuidInput({ description: 'A level of the building; absent or null: all levels, one after the other.' })),
    showsNames: optional(flag({ description: `${SHOWS_NAMES}; false when absent.` })),
    secondsPerLevel: optional(secondsPerLevel),
    expiresAt: optional(
      timestampInput({
        description: 'When the link expires, in the future; absent or null: never.',
        example: '2100-01-05T09:00:00.000Z',
      }),
    ),
  }),
)
export type NewKioskScreen = Static<typeof NewKioskScreen>

const shared = { tag: 'places', roles: AUTOMATION, people: WORKPLACE_ADMINISTRATORS } as const

export const listKioskScreens = endpoint({
  ...shared,
  operation: 'listKioskScreens',
  method: 'GET',
  path: '/api/kiosk-screens',
  summary: 'List the kiosk screens',
  description: `All screens with a link that was not revoked, by name and without secrets; at most ${MAX_KIOSK_SCREENS}.`,
  response: named('KioskScreens', Type.Object({ items: list(KioskScreen, {}, { description: 'The screens.' }) })),
})

export const createKioskScreen = endpoint({
  ...shared,
  operation: 'createKioskScreen',
  audit: 'kiosk-screen.create',
  method: 'POST',
  path: '/api/kiosk-screens',
  summary: 'Create the link of a kiosk screen',
  description: `A screen on the wall that opens the link shows a level or a building live, without a session, and can do nothing else. The secret is shown only in this response. A repeated call with the same screenId creates no second screen. An organization has at most ${MAX_KIOSK_SCREENS}.`,
  body: NewKioskScreen,
  response: KioskScreenWithSecret,
  status: 201,
  errors: ['entity_not_found', 'place_inactive', 'conflict'],
})

export const revokeKioskScreen = endpoint({
  ...shared,
  operation: 'revokeKioskScreen',
  audit: 'kiosk-screen.revoke',
  method: 'DELETE',
  path: '/api/kiosk-screens/{screenId}',
  params: Type.Object({ screenId: pathId('The screen.') }),
  summary: 'Revoke the link of a kiosk screen',
  description: 'It stops working at once, and an open screen says so within seconds. The screen is no longer listed.',
  response: Done,
  errors: ['entity_not_found'],
})
