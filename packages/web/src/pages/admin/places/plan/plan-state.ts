import type { LayoutChanges, LevelLayout } from '@rollcall/contract'
import type { Point } from '../../../../components/floor-map/floor-place.ts'

export interface PlanDesk {
  readonly placeId: string
  readonly placeName: string
  readonly zoneId: string
  readonly zoneName: string
  readonly x: number | null
  readonly y: number | null
  readonly rotation: number
}

export interface PlanZone {
  readonly zoneId: string
  readonly zoneName: string
  readonly zoneType: 'neighborhood' | 'individual'
  /** Only of a zone that is not stored yet. */
  readonly capacity?: number | null
  readonly outline: readonly Point[] | null
}

/** What is drawn on the floor plan. */
export interface Plan {
  readonly desks: readonly PlanDesk[]
  readonly zones: readonly PlanZone[]
}

/** What is stored, and what the user made of it. */
interface Drawn {
  readonly stored: Plan
  readonly plan: Plan
}

/** The stored layout, and what the user made of it, with steps that can be undone and redone. */
export interface PlanHistory {
  readonly stored: LevelLayout
  readonly past: readonly Plan[]
  readonly plan: Plan
  readonly future: readonly Plan[]
  /** Steps with the same key, such as presses of one arrow key, are undone together. */
  readonly lastKey: string | undefined
}

export type PlanAction =
  | { readonly type: 'change'; readonly change: (plan: Plan) => Plan; readonly key?: string | undefined }
  | { readonly type: 'undo' | 'redo' }
  /** Starts from a stored layout; with `keep`, what the user changed is changed there. */
  | { readonly type: 'load'; readonly stored: LevelLayout; readonly keep?: boolean }
  /** The service has stored this plan. */
  | { readonly type: 'saved'; readonly stored: LevelLayout; readonly plan: Plan }

export const historyOf = (stored: LevelLayout): PlanHistory => ({
  stored,
  past: [],
  plan: stored,
  future: [],
  lastKey: undefined,
})

export const planReducer = (history: PlanHistory, action: PlanAction): PlanHistory => {
  const { past, plan, future } = history
  switch (action.type) {
    case 'load':
      return action.keep ? rebased(history, action.stored) : historyOf(action.stored)
    case 'saved':
      // What was drawn while the service saved is not lost.
      return plan === action.plan ? historyOf(action.stored) : rebased({ stored: action.plan, plan }, action.stored)
    case 'undo':
      return past.length === 0
        ? history
        : { ...history, past: past.slice(0, -1), plan: past.at(-1) as Plan, future: [plan, ...future], lastKey: undefined }
    case 'redo':
      return future.length === 0
        ? history
        : { ...history, past: [...past, plan], plan: future[0] as Plan, future: future.slice(1), lastKey: undefined }
    case 'change': {
      const next = action.change(plan)
      if (next === plan) return history
      const isSameStep = action.key !== undefined && action.key === history.lastKey
      return { ...history, past: isSameStep ? past : [...past, plan], plan: next, future: [], lastKey: action.key }
    }
  }
}

export const changeDesk =
  (placeId: string, changes: Partial<PlanDesk>) =>
  (plan: Plan): Plan => ({
    ...plan,
    desks: plan.desks.map((desk) => (desk.placeId === placeId ? { ...desk, ...changes } : desk)),
  })

export const drawZone =
  (zoneId: string, outline: readonly Point[] | null) =>
  (plan: Plan): Plan => ({ ...plan, zones: plan.zones.map((zone) => (zone.zoneId === zoneId ? { ...zone, outline } : zone)) })

/** What differs from the stored layout, as the service takes it; undefined if nothing does. */
export const changesOf = ({ stored, plan }: Drawn): LayoutChanges | undefined => {
  const storedDesks = new Map(stored.desks.map((desk) => [desk.placeId, desk]))
  const storedZones = new Map(stored.zones.map((zone) => [zone.zoneId, zone]))
  const isMoved = ({ placeId, x, y, rotation }: PlanDesk) => {
    const before = storedDesks.get(placeId)
    return before !== undefined && !(before.x === x && before.y === y && before.rotation === rotation)
  }
  const isDrawn = ({ zoneId, outline }: PlanZone) => {
    const before = storedZones.get(zoneId)
    return before !== undefined && JSON.stringify(before.outline) !== JSON.stringify(outline)
  }
  const changes = {
    desks: plan.desks.filter(isMoved).map(({ placeId, x, y, rotation }) => ({ placeId, x, y, rotation })),
    newDesks: plan.desks
      .filter(({ placeId }) => !storedDesks.has(placeId))
      .map(({ placeId, placeName, zoneId, x, y, rotation }) => ({ placeId, placeName, zoneId, x: x ?? 0, y: y ?? 0, rotation })),
    zones: plan.zones.filter(isDrawn).map(({ zoneId, outline }) => ({ zoneId, outline: outline && [...outline] })),
    newZones: plan.zones
      .filter(({ zoneId }) => !storedZones.has(zoneId))
      .map(({ zoneId, zoneName, zoneType, capacity = null, outline }) => ({
        ...{ zoneId, zoneName, zoneType, capacity },
        outline: [...(outline ?? [])],
      })),
  }
  return countOfChanges(changes) > 0 ? changes : undefined
}

export const countOfChanges = (changes: LayoutChanges | undefined): number =>
  Object.values(changes ?? {}).reduce((sum, list) => sum + list.length, 0)

/** An id for something new. On plain HTTP browsers have no randomUUID, but random numbers. */
export const localId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  })
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
    .map((part) => part.join(''))
    .join('-')
}

/** What the user changed, on top of what is stored now. */
const rebased = (history: Drawn, stored: LevelLayout): PlanHistory => {
  const { desks = [], zones = [], newDesks = [], newZones = [] } = changesOf(history) ?? {}
  const desksById = new Map(history.plan.desks.map((desk) => [desk.placeId, desk]))
  const zonesById = new Map(history.plan.zones.map((zone) => [zone.zoneId, zone]))
  const moved = new Map(desks.map((desk) => [desk.placeId, desk]))
  const drawn = new Map(zones.map((zone) => [zone.zoneId, zone]))
  const plan = {
    desks: [
      ...stored.desks.map((desk) => ({ ...desk, ...moved.get(desk.placeId) })),
      ...newDesks.flatMap(({ placeId }) => desksById.get(placeId) ?? []),
    ],
    zones: [
      ...stored.zones.map((zone) => ({ ...zone, ...drawn.get(zone.zoneId) })),
      ...newZones.flatMap(({ zoneId }) => zonesById.get(zoneId) ?? []),
    ],
  }
  return { ...historyOf(stored), past: [stored], plan }
}
