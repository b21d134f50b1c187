import { t } from '@lingui/core/macro'
import { MAX_SCREENS } from '@rollcall/contract'
import { AMENITY_CHOICES, amenitiesInWords } from '../../../../components/amenities.ts'
import { choiceIn, type Field, type Kind, metersOf, nameField, numberIn } from './kind.ts'

export { BUILDING } from './building-kind.ts'

export const LEVEL: Kind = {
  name: 'level',
  idField: 'levelId',
  nameField: 'levelName',
  create: 'createLevel',
  createMany: 'createLevels',
  update: 'updateLevel',
  previewDeactivation: 'previewLevelDeactivation',
  lists: ['listLevels', 'getLevel', 'listLocationHistory'],
  example: t`Level 2`,
  fields: [
    nameField('levelName', t`Unique in the building.`),
    {
      name: 'ordinal',
      label: t`Order`,
      description: t`Order among the levels of the building; the ground floor is 0.`,
      type: 'integer',
      minimum: -100,
      maximum: 1000,
    },
  ],
  columns: [
    numberIn('order', t`Order`, 'ordinal'),
    choiceIn('floor-plan', t`Floor plan`, ({ floorPlanVersion }) => (floorPlanVersion === null ? 'no' : 'yes'), {
      no: t({ message: 'None', context: 'floor plan' }),
      yes: t`Yes`,
    }),
  ],
  whenInactive: t`All bookings after today on this level are canceled. Plans and past bookings stay.`,
}

const YES_OR_NO = { yes: t`Yes`, no: t`No` }
const ZONE_TYPE_NAMES: Readonly<Record<string, string>> = { individual: t`By desk`, neighborhood: t`By capacity` }

export const ZONE: Kind = {
  name: 'zone',
  idField: 'zoneId',
  nameField: 'zoneName',
  create: 'createZone',
  createMany: 'createZones',
  update: 'updateZone',
  previewDeactivation: 'previewZoneDeactivation',
  lists: ['listZones', 'getZone', 'listPlaces', 'getLevelLayout', 'listLocationHistory'],
  example: '2 North',
  fields: [
    nameField('zoneName', t`Unique on the level.`),
    {
      name: 'zoneType',
      label: t`How it is booked`,
      type: 'choice',
      required: true,
      initial: 'individual',
      choices: Object.entries(ZONE_TYPE_NAMES).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'capacity',
      label: t`Capacity`,
      description: t`The number of bookings per day.`,
      type: 'integer',
      minimum: 0,
      maximum: 100_000,
      required: true,
      isShown: ({ zoneType }) => zoneType === 'neighborhood',
    },
    {
      name: 'isOverflow',
      label: t`Overflow`,
      description: t`Users are booked here when the zones of their group are full.`,
      type: 'flag',
      initial: false,
    },
  ],
  columns: [
    choiceIn(
      'booked',
      t({ message: 'Booked', context: 'how a zone is booked' }),
      ({ zoneType }) => String(zoneType),
      ZONE_TYPE_NAMES,
    ),
    numberIn('capacity', t`Capacity`, 'capacity'),
    choiceIn('overflow', t`Overflow`, ({ isOverflow }) => (isOverflow ? 'yes' : 'no'), YES_OR_NO),
  ],
  whenInactive: t`All bookings after today in this zone are canceled. Plans and past bookings stay.`,
}

const meters = (axis: 'x' | 'y', description: string): Field => ({
  name: axis,
  label: metersOf(axis),
  description,
  type: 'number',
  minimum: -100_000,
  maximum: 100_000,
})

export const DESK: Kind = {
  name: 'desk',
  idField: 'placeId',
  nameField: 'placeName',
  create: 'createPlace',
  createMany: 'createPlaces',
  update: 'updatePlace',
  previewDeactivation: 'previewPlaceDeactivation',
  lists: ['listPlaces', 'getPlace', 'getLevelLayout', 'listDeskHistory', 'listLocationHistory'],
  example: 'D-2-001',
  fields: [
    nameField('placeName', t`Unique in the zone.`),
    {
      name: 'zoneId',
      label: t`Zone`,
      description: t`A desk that moves takes its bookings of today and later along.`,
      type: 'choice',
      required: true,
    },
    meters('x', t`From the left edge of the floor plan.`),
    meters('y', t`From the top edge of the floor plan.`),
    { name: 'amenities', label: t`What it has`, type: 'choices', initial: [], choices: AMENITY_CHOICES },
    { name: 'screens', label: t`Screens`, type: 'integer', minimum: 0, maximum: MAX_SCREENS, required: true, initial: 0 },
    {
      name: 'assignedUserId',
      label: t`Assigned to`,
      description: t`The user who has this desk on every office day. Empty: no one in particular.`,
      type: 'user',
    },
  ],
  columns: [
    choiceIn('zone', t`Zone`, ({ zoneName }) => String(zoneName)),
    numberIn('x', 'x', 'x'),
    numberIn('y', 'y', 'y'),
    { key: 'has', name: t`Has`, value: (item) => amenitiesInWords(item as never) || null },
    choiceIn('assigned', t`Assigned`, ({ assignedUserId }) => (assignedUserId === null ? 'no' : 'yes'), YES_OR_NO),
  ],
  whenInactive: t`Its bookings after today are canceled. Plans and past bookings stay.`,
}

export const SPACE: Kind = {
  name: 'space',
  idField: 'spaceId',
  nameField: 'spaceName',
  create: 'createSpace',
  createMany: 'createSpaces',
  update: 'updateSpace',
  previewDeactivation: 'previewSpaceDeactivation',
  lists: ['listSpaces', 'getSpace'],
  example: t`Room Curie`,
  fields: [
    nameField('spaceName', t`Unique on the level.`),
    {
      name: 'spaceType',
      label: t`Kind`,
      description: t`For example meeting-room or booth.`,
      type: 'text',
      required: true,
      maxLength: 100,
    },
    { name: 'capacity', label: t`Seats`, type: 'integer', minimum: 0, maximum: 100_000 },
  ],
  columns: [choiceIn('kind', t`Kind`, ({ spaceType }) => String(spaceType)), numberIn('seats', t`Seats`, 'capacity')],
  whenInactive: t`Nothing is canceled: events that are planned in it stay, so inform their organizers.`,
}

export const BAY: Kind = {
  name: 'parking-bay',
  idField: 'bayId',
  nameField: 'bayName',
  create: 'createParkingBay',
  createMany: 'createParkingBays',
  update: 'updateParkingBay',
  previewDeactivation: 'previewParkingBayDeactivation',
  lists: ['listParkingBays', 'getParkingBay'],
  example: 'P-01',
  fields: [nameField('bayName', t`Unique in the building.`)],
  columns: [],
  whenInactive: t`Its bookings after today are canceled. What is past stays.`,
}
