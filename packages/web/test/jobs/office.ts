import { makeGroup, makeUser, type OwnUser } from '../admin/support.ts'
import { ask, type Building, desksOf, makeBuilding } from '../admin-places/support.ts'
import { NOWHERE, type TestBrowser } from '../support/browser.ts'
import { PASSWORD } from '../support/demo.ts'

/** A building whose every day is a working day, with desks in a row, parking bays, and two people of one team. */
export interface Office extends Building {
  readonly ada: OwnUser
  readonly ben: OwnUser
  /** The ids of the desks, from left to right. */
  readonly placeIds: readonly string[]
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

/** An office that no other test touches. */
export const makeOffice = async (browser: TestBrowser, settings: object = { checkInMode: 'none' }): Promise<Office> => {
  const admin = await browser.open(NOWHERE, 'global-administrator')
  const names = ['D-0', 'D-1', 'D-2', 'D-3', 'D-4', 'D-5']
  const building = await makeBuilding(
    admin,
    names.map((name, index) => ({ name, x: 3 * index, y: 2 })),
  )
  const { locationId, levelId } = building
  await ask(admin, 'PATCH', `/api/locations/${locationId}`, settings)
  await ask(admin, 'PATCH', `/api/locations/${locationId}/calendar`, { workingDays: EVERY_DAY })
  for (const bayName of ['P-1', 'P-2']) await ask(admin, 'POST', '/api/parking-bays', { bayName, locationId })
  const { groupId } = await makeGroup(admin)
  const makePerson = async (): Promise<OwnUser> => {
    const user = await makeUser(admin, { primaryLocationId: locationId, primaryGroupId: groupId })
    await ask(admin, 'PUT', `/api/users/${user.userId}/account`, { password: PASSWORD })
    return user
  }
  const [ada, ben] = [await makePerson(), await makePerson()]
  const desks = await desksOf(admin, levelId)
  await admin.close()
  return { ...building, ada, ben, placeIds: names.map((name) => desks[name]?.placeId as string) }
}
