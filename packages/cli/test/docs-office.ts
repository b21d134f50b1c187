import { createClient } from '@rollcall/client'
import { shareTestService } from '../../server/src/testing/shared-service.ts'
import type { TestService } from '../../server/src/testing/test-service.ts'

export interface Key {
  readonly id: string
  readonly secret: string
}

/** The company of the examples in the guides: one office, one employee, and a published week. */
export interface DocsOffice extends AsyncDisposable {
  readonly baseUrl: string
  readonly key: Key
}

const DAYS = ['2026-01-05', '2026-01-06', '2026-01-07']

export const openDocsOffice = async (): Promise<DocsOffice> => {
  const service = await shareTestService()
  const { keys } = await service.createOrganization()
  await settle(service, keys['all-permissions'])
  return {
    baseUrl: service.baseUrl,
    key: keys['all-permissions'],
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

const settle = async ({ baseUrl }: TestService, key: Key): Promise<void> => {
  const client = createClient({ baseUrl, key: { id: key.id, secret: key.secret } })
  const { locationId } = await client.createLocation({ locationName: 'Berlin Mitte', timeZone: 'Europe/Berlin' })
  const { userId } = await client.createUser({
    userName: 'ada.byron@example.com',
    email: 'ada.byron@example.com',
    primaryLocationId: locationId,
  })
  for (const day of DAYS) await client.setDayPlan({ userId, day }, { plan: 'o' })
  await client.submitPresence({
    sourceId: 'badge-readers-berlin',
    presenceEvents: DAYS.slice(0, 2).map((day) => ({
      ...{ eventId: 'entry', timestamp: `${day}T09:00:00+01:00`, userId, locationId, locationType: 'location' },
    })),
  })
  await client.runRefresh({})
}
