import { MAX_SCREENS } from '@rollcall/contract'
import { AMENITY_CHOICES, amenitiesInWords } from '../../../../components/amenities.ts'
import { choiceIn, type Field, type Kind, nameField, numberIn } from './kind.ts'

export { BUILDING } from './building-kind.ts'

export const LEVEL: Kind = {
  name: 'level',
  many: 'levels',
  idField: 'levelId',
  nameField: 'levelName',
  create: 'createLevel',
  createMany: 'createLevels',
  update: 'updateLevel',
  previewDeactivation: 'previewLevelDeactivation',
  lists: ['listLevels', 'getLevel', 'listLocationHistory'],
  example: 'Level 2',
  fields: [
    nameField('levelName', 'Unique in the building.'),
    {
      name: 'ordinal',
      label: 'Order',
      description: 'Order among the levels of the building; the ground floor is 0.',
      type: 'integer',
      minimum: -100,
      maximum: 1000,
    },
  ],
  columns: [
    numberIn('Order', 'ordinal'),
    choiceIn('Floor plan', ({ floorPlanVersion }) => (floorPlanVersion === null ? 'None' : 'Yes')),
  ],
  whenInactive: 'All bookings after today on this level are canceled. Plans and past bookings stay.',
}

const ZONE_TYPE_NAMES: Readonly<Record<string, string>> = { individual: 'By desk', neighborhood: 'By capacity' }

export const ZONE: Kind = {
  name: 'zone',
  many: 'zones',
  idField: 'zoneId',
  nameField: 'zoneName',
  create: 'createZone',
  createMany: 'createZones',
  update: 'updateZone',
  previewDeactivation: 'previewZoneDeactivation',
  lists: ['listZones', 'getZone', 'listPlaces', 'listLocationHistory'],
  example: '2 North',
  fields: [
    nameField('zoneName', 'Unique on the level.'),
    {
      name: 'zoneType',
      label: 'How it is booked',
      type: 'choice',
      required: true,
      initial: 'individual',
      choices: Object.entries(ZONE_TYPE_NAMES).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'capacity',
      label: 'Capacity',
      description: 'The number of bookings per day.',
      type: 'integer',
      minimum: 0,
      maximum: 100_000,
      required: true,
      isShown: ({ zoneType }) => zoneType === 'neighborhood',
    },
    {
      name: 'isOverflow',
      label: 'Overflow',
      description: 'Users are booked here when the zones of their group are full.',
      type: 'flag',
      initial: false,
    },
  ],
  columns: [
    choiceIn('Booked', ({ zoneType }) => ZONE_TYPE_NAMES[String(zoneType)] ?? String(zoneType)),
    numberIn('Capacity', 'capacity'),
    choiceIn('Overflow', ({ isOverflow }) => (isOverflow ? 'Yes' : 'No')),
  ],
  whenInactive: 'All bookings after today in this zone are canceled. Plans and past bookings stay.',
}

const meters = (axis: 'x' | 'y', from: string): Field => ({
  name: axis,
  label: `${axis}, meters`,
  description: `From the ${from} edge of the floor plan.`,
  type: 'number',
  minimum: -100_000,
  maximum: 100_000,
})

export const DESK: Kind = {
  name: 'desk',
  many: 'desks',
  idField: 'placeId',
  nameField: 'placeName',
  create: 'createPlace',
  createMany: 'createPlaces',
  update: 'updatePlace',
  previewDeactivation: 'previewPlaceDeactivation',
  lists: ['listPlaces', 'getPlace', 'listDeskHistory', 'listLocationHistory'],
  example: 'D-2-001',
  fields: [
    nameField('placeName', 'Unique in the zone.'),
    {
      name: 'zoneId',
      label: 'Zone',
      description: 'A desk that moves takes its bookings of today and later along.',
      type: 'choice',
      required: true,
    },
    meters('x', 'left'),
    meters('y', 'top'),
    { name: 'amenities', label: 'What it has', type: 'choices', initial: [], choices: AMENITY_CHOICES },
    { name: 'screens', label: 'Screens', type: 'integer', minimum: 0, maximum: MAX_SCREENS, required: true, initial: 0 },
    {
      name: 'assignedUserId',
      label: 'Assigned to',
      description: 'The user who has this desk on every office day. Empty: no one in particular.',
      type: 'user',
    },
  ],
  columns: [
    choiceIn('Zone', ({ zoneName }) => String(zoneName)),
    numberIn('x', 'x'),
    numberIn('y', 'y'),
    { name: 'Has', value: (item) => amenitiesInWords(item as never) || null },
    choiceIn('Assigned', ({ assignedUserId }) => (assignedUserId === null ? 'No' : 'Yes')),
  ],
  whenInactive: 'Its bookings after today are canceled. Plans and past bookings stay.',
}

export const SPACE: Kind = {
  name: 'space',
  many: 'spaces',
  idField: 'spaceId',
  nameField: 'spaceName',
  create: 'createSpace',
  createMany: 'createSpaces',
  update: 'updateSpace',
  previewDeactivation: 'previewSpaceDeactivation',
  lists: ['listSpaces', 'getSpace'],
  example: 'Room Curie',
  fields: [
    nameField('spaceName', 'Unique on the level.'),
    {
      name: 'spaceType',
      label: 'Kind',
      description: 'For example meeting-room or booth.',
      type: 'text',
      required: true,
      maxLength: 100,
    },
    { name: 'capacity', label: 'Seats', type: 'integer', minimum: 0, maximum: 100_000 },
  ],
  columns: [choiceIn('Kind', ({ spaceType }) => String(spaceType)), numberIn('Seats', 'capacity')],
  whenInactive: 'Nothing is canceled: events that are planned in it stay, so inform their organizers.',
}

export const BAY: Kind = {
  name: 'parking bay',
  many: 'parking bays',
  idField: 'bayId',
  nameField: 'bayName',
  create: 'createParkingBay',
  createMany: 'createParkingBays',
  update: 'updateParkingBay',
  previewDeactivation: 'previewParkingBayDeactivation',
  lists: ['listParkingBays', 'getParkingBay'],
  example: 'P-01',
  fields: [nameField('bayName', 'Unique in the building.')],
  columns: [],
  whenInactive: 'Its bookings after today are canceled. What is past stays.',
}
