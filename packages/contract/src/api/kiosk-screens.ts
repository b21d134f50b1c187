import Type, { type Static } from 'typebox'
import { createdAt, locationId, locationName, optionalId, optionalName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { MAIL_LANGUAGES } from '../languages.ts'
import {
  flag,
  id,
  integer,
  list,
  named,
  nullable,
  oneOf,
  optional,
  text,
  timestamp,
  timestampInput,
  uuidInput,
} from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pathId } from '../schema/params.ts'
import { WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'
import { MIN_CHANGES, newId } from './entity.ts'

/** Maximum number of screens of an organization whose links work or have expired; a revoked one is gone. */
export const MAX_KIOSK_SCREENS = 100
/** The requests that one screen may send per minute; it sends about ten while much happens. */
export const SCREEN_REQUESTS_PER_MINUTE = 120
/** How long a screen of a whole building shows one level. */
export const SECONDS_PER_LEVEL = { minimum: 5, maximum: 3_600, default: 20 } as const

/** The colors that a screen may have whatever its device prefers. */
export const SCREEN_COLORS = ['light', 'dark'] as const

const { default: ofLevel, ...bounds } = SECONDS_PER_LEVEL
const name = text(200, { description: 'What people call the screen.', example: 'Lobby, 2nd floor' })
const secondsPerLevel = integer(bounds, {
  description: 'How many seconds a level is shown before the next one.',
  example: ofLevel,
})
const language = nullable(oneOf(MAIL_LANGUAGES, { description: 'The language of the screen; null: that of its browser.' }))
const colors = nullable(oneOf(SCREEN_COLORS, { description: 'The colors of the screen; null: as its device prefers.' }))
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
  language,
  colors,
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

const expiry = (description: string) => timestampInput({ description, example: '2100-01-05T09:00:00.000Z' })

export const NewKioskScreen = named(
  'NewKioskScreen',
  Type.Object({
    screenId: newId,
    name,
    locationId: uuidInput({ description: 'The building.' }),
    levelId: optional(uuidInput({ description: 'A level of the building; absent or null: all levels, one after the other.' })),
    showsNames: optional(flag({ description: `${SHOWS_NAMES}; false when absent.` })),
    secondsPerLevel: optional(secondsPerLevel),
    language: Type.Optional(language),
    colors: Type.Optional(colors),
    expiresAt: optional(expiry('When the link expires, in the future; absent or null: never.')),
  }),
)
export type NewKioskScreen = Static<typeof NewKioskScreen>

export const KioskScreenChanges = named(
  'KioskScreenChanges',
  Type.Object(
    {
      name: Type.Optional(name),
      locationId: Type.Optional(
        uuidInput({
          description: 'The building. With another building and without levelId, the screen shows all of its levels.',
        }),
      ),
      levelId: optional(uuidInput({ description: 'A level of the building; null: all levels, one after the other.' })),
      showsNames: Type.Optional(flag({ description: `${SHOWS_NAMES}.` })),
      secondsPerLevel: Type.Optional(secondsPerLevel),
      language: Type.Optional(language),
      colors: Type.Optional(colors),
      expiresAt: optional(expiry('When the link expires, in the future; null: never.')),
    },
    MIN_CHANGES,
  ),
)
export type KioskScreenChanges = Static<typeof KioskScreenChanges>

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

const one = {
  ...shared,
  path: '/api/kiosk-screens/{screenId}',
  params: Type.Object({ screenId: pathId('The screen.') }),
} as const

export const updateKioskScreen = endpoint({
  ...one,
  operation: 'updateKioskScreen',
  audit: 'kiosk-screen.update',
  method: 'PATCH',
  summary: 'Change a kiosk screen',
  description:
    'Absent fields stay unchanged, and so does the secret: an open screen shows the change within seconds. A link that has expired works again with a later expiry.',
  body: KioskScreenChanges,
  response: KioskScreen,
  errors: ['entity_not_found', 'place_inactive'],
})

export const revokeKioskScreen = endpoint({
  ...one,
  operation: 'revokeKioskScreen',
  audit: 'kiosk-screen.revoke',
  method: 'DELETE',
  summary: 'Revoke the link of a kiosk screen',
  description: 'It stops working at once, and an open screen says so within seconds. The screen is no longer listed.',
  response: Done,
  errors: ['entity_not_found'],
})
