import { publishedFields, USER_FIELDS } from '@rollcall/contract'
import { CREATED, type DirectoryIds, UPDATED } from './directory-data.ts'

type Row = Record<string, unknown>
const byId = (key: string) => (a: Row, b: Row) => (String(a[key]) < String(b[key]) ? -1 : 1)

/** The rows of each dataset for the organization that `seedDirectory` made, in the order of the contract. */
export const expectedRows = (ids: DirectoryIds, mark = 'a'): Record<string, Row[]> => {
  const moment = { updatedAt: UPDATED }
  const level = { locationId: ids.berlin, locationName: `Berlin ${mark}`, levelId: ids.level, levelName: `Level ${mark}` }
  const desk = (key: 'desk' | 'ownDesk' | 'oldDesk', status: string, assignedUserId: string | null) => ({
    deskId: ids[key],
    deskName: `${key} ${mark}`,
    status,
    ...level,
    zoneId: ids.deskZone,
    zoneName: `South ${mark}`,
    zoneType: 'individual',
    assignedUserId,
    ...{ ...moment, amenities: [], screens: 0 },
  })
  const stay = (
    key: Parameters<typeof desk>[0],
    status: string,
    assignedUserId: string | null,
    validFrom = '2025-03-01',
    validTo: string | null = null,
  ) => {
    const { deskId, deskName, zoneType: _, amenities: __, screens: ___, ...rest } = desk(key, status, assignedUserId)
    return { deskId, validFrom, validTo, deskName, ...rest }
  }
  const none = Object.fromEntries(Object.keys(publishedFields(USER_FIELDS)).map((name) => [name, null]))
  const blank = {
    ...none,
    primaryGroupId: null,
    primaryGroupName: null,
    primaryLocationId: null,
    primaryLocationName: null,
    createdAt: CREATED,
    ...moment,
  }
  return {
    readUsers: [
      {
        userId: ids.ada,
        userName: `ada.${mark}@example.com`,
        ...none,
        email: `mail.${mark}@example.com`,
        firstName: 'Ada',
        lastName: 'Byron',
        status: 'active',
        onboarded: true,
        primaryGroupId: ids.engineering,
        primaryGroupName: `Engineering ${mark}`,
        primaryLocationId: ids.berlin,
        primaryLocationName: `Berlin ${mark}`,
        createdAt: CREATED,
        ...moment,
      },
      { ...blank, userId: ids.grace, userName: `grace.${mark}@example.com`, status: 'active', onboarded: false },
      { ...blank, userId: ids.leaver, userName: `leaver.${mark}@example.com`, status: 'inactive', onboarded: true },
    ].sort(byId('userId')),
    readGroups: [
      {
        groupId: ids.product,
        groupName: `Product ${mark}`,
        groupType: 'department',
        parentGroupId: null,
        parentGroupName: null,
        memberCount: 0,
        status: 'active',
        ...moment,
      },
      {
        groupId: ids.engineering,
        groupName: `Engineering ${mark}`,
        groupType: 'team',
        parentGroupId: ids.product,
        parentGroupName: `Product ${mark}`,
        memberCount: 1,
        status: 'inactive',
        ...moment,
      },
    ].sort(byId('groupId')),
    readLocations: [
      {
        locationId: ids.berlin,
        locationName: `Berlin ${mark}`,
        address: 'Invalidenstraße 1, "Mitte"\n10115 Berlin',
        status: 'active',
        timeZone: 'Europe/Berlin',
        deskCount: 2,
        spaceCount: 1,
        ...moment,
      },
      {
        locationId: ids.closed,
        locationName: `Closed ${mark}`,
        address: null,
        status: 'inactive',
        timeZone: 'UTC',
        deskCount: 0,
        spaceCount: 0,
        ...moment,
      },
    ].sort(byId('locationId')),
    readDesks: [desk('desk', 'active', null), desk('ownDesk', 'active', ids.ada), desk('oldDesk', 'inactive', null)].sort(
      byId('deskId'),
    ),
    readSpaces: [
      {
        spaceId: ids.room,
        spaceName: `Room ${mark}`,
        spaceType: 'meeting-room',
        capacity: 8,
        status: 'active',
        ...level,
        ...moment,
      },
      {
        spaceId: ids.oldRoom,
        spaceName: `Old room ${mark}`,
        spaceType: 'booth',
        capacity: null,
        status: 'inactive',
        ...level,
        ...moment,
      },
    ].sort(byId('spaceId')),
    readGroupMembers: [
      ...(['ada', 'leaver'] as const).map((name) => ({
        ...{ groupId: ids.engineering, userId: ids[name], validFrom: '2025-03-01', validTo: null },
        ...{ groupName: `Engineering ${mark}`, groupType: 'team', ...moment },
      })),
      {
        ...{ groupId: ids.product, userId: ids.grace, validFrom: '2024-03-01', validTo: '2024-06-01' },
        ...{ groupName: `Product ${mark}`, groupType: 'department', ...moment },
      },
    ].sort((a, b) => (a.groupId + a.userId < b.groupId + b.userId ? -1 : 1)),
    readGroupClosure: (
      [
        [ids.engineering, ids.engineering, 0, 'Engineering', 'Engineering'],
        [ids.product, ids.product, 0, 'Product', 'Product'],
        [ids.product, ids.engineering, 1, 'Product', 'Engineering'],
      ] as const
    )
      .map(([ancestorGroupId, groupId, depth, ancestor, group]) => ({
        ...{
          ancestorGroupId,
          groupId,
          depth,
          ancestorGroupName: `${ancestor} ${mark}`,
          groupName: `${group} ${mark}`,
          ...moment,
        },
      }))
      .sort((a, b) => (a.ancestorGroupId + a.groupId < b.ancestorGroupId + b.groupId ? -1 : 1)),
    readDeskHistory: [
      stay('desk', 'active', ids.ada, '2024-03-01', '2025-03-01'),
      stay('desk', 'active', null),
      stay('ownDesk', 'active', ids.ada),
      stay('oldDesk', 'inactive', null),
    ].sort((a, b) => (a.deskId + a.validFrom < b.deskId + b.validFrom ? -1 : 1)),
  }
}
