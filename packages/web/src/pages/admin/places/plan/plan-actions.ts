import type { Dispatch, KeyboardEvent } from 'react'
import { layOut } from '../../../../components/floor-map/automatic-layout.ts'
import { DIRECTIONS, type Direction, snapped } from '../../../../components/floor-map/desk-geometry.ts'
import type { FloorImage } from '../../../../components/floor-map/floor-place.ts'
import { boxAround } from '../../../../components/floor-map/zone-outline.ts'
import { changeDesk, drawZone, type Plan, type PlanAction, type PlanDesk, type PlanHistory, type PlanZone } from './plan-state.ts'
import { rectangle } from './zone-shapes.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** Meters from the desks of a zone to its first outline. */
const AROUND = 1.5
const TURN = 15

/** The middle of all placed desks. */
export const middleOfPlan = ({ desks }: Plan): Point => {
  const placed = desks.flatMap(({ x, y }) => (x === null || y === null ? [] : [{ x, y }]))
  const mean = (values: number[]) => (values.length === 0 ? 5 : values.reduce((sum, value) => sum + value, 0) / values.length)
  return { x: snapped(mean(placed.map(({ x }) => x))), y: snapped(mean(placed.map(({ y }) => y))) }
}

/** Where the map shows desks that have no place yet. */
export const automaticPlaces = ({ desks }: Plan, image: FloorImage | undefined): (Point & { readonly placeId: string })[] =>
  layOut(desks, image).flatMap(({ isPlaced, place: { placeId }, x, y }) => (isPlaced ? [] : [{ placeId, x, y }]))

/** The first outline of a zone: a rectangle around its desks, or one in the middle of the plan. */
export const firstOutline = (plan: Plan, zoneId: string): readonly Point[] => {
  const own = plan.desks.flatMap((desk) =>
    desk.zoneId === zoneId && desk.x !== null && desk.y !== null ? [{ x: desk.x, y: desk.y }] : [],
  )
  return own.length > 0 ? boxAround(own, AROUND) : rectangle(middleOfPlan(plan), 6, 4)
}

/** What a user can do to the desks and zones of a plan. */
export const planActions = ({ stored, plan }: PlanHistory, dispatch: Dispatch<PlanAction>) => {
  const isNew = (placeId: string): boolean => stored.desks.every((desk) => desk.placeId !== placeId)
  const change = (by: (plan: Plan) => Plan, key?: string) => dispatch({ type: 'change', change: by, key })
  const deskOf = (placeId: string): PlanDesk | undefined => plan.desks.find((desk) => desk.placeId === placeId)
  const removeDesk = (placeId: string) =>
    isNew(placeId)
      ? change((before) => ({ ...before, desks: before.desks.filter((desk) => desk.placeId !== placeId) }))
      : change(changeDesk(placeId, { x: null, y: null }))
  /** Returns whether the key moves, turns or removes the desk. */
  const deskKey = (placeId: string, { key, shiftKey }: KeyboardEvent): boolean => {
    const desk = deskOf(placeId)
    if (!desk || desk.x === null || desk.y === null) return false
    const step = `${placeId} ${key}`
    if (key in DIRECTIONS) {
      const [dx, dy] = DIRECTIONS[key as Direction]
      const meters = shiftKey ? 2 : 0.5
      change(changeDesk(placeId, { x: snapped(desk.x + dx * meters), y: snapped(desk.y + dy * meters) }), step)
    } else if (key === 'r' || key === 'R') {
      change(changeDesk(placeId, { rotation: (desk.rotation + (key === 'R' ? 360 - TURN : TURN)) % 360 }), step)
    } else if (key === 'Delete' || key === 'Backspace') removeDesk(placeId)
    else return false
    return true
  }
  return {
    isNew,
    deskKey,
    removeDesk,
    changeDesk: (placeId: string, changes: Partial<PlanDesk>) => change(changeDesk(placeId, changes)),
    place: (positions: readonly (Point & { readonly placeId: string })[]) => {
      const byId = new Map(positions.map(({ placeId, x, y }) => [placeId, { x, y }]))
      change((before) => ({ ...before, desks: before.desks.map((desk) => ({ ...desk, ...byId.get(desk.placeId) })) }))
    },
    addDesks: (desks: readonly PlanDesk[]) => change((before) => ({ ...before, desks: [...before.desks, ...desks] })),
    addZone: (zone: PlanZone) => change((before) => ({ ...before, zones: [...before.zones, zone] })),
    draw: (zoneId: string, outline: readonly Point[] | null, key?: string) => change(drawZone(zoneId, outline), key),
    /** A zone that is not stored yet is removed altogether, with its new desks. */
    removeOutline: (zoneId: string) =>
      stored.zones.some((zone) => zone.zoneId === zoneId)
        ? change(drawZone(zoneId, null))
        : change(({ zones, desks }) => ({
            zones: zones.filter((zone) => zone.zoneId !== zoneId),
            desks: desks.filter((desk) => desk.zoneId !== zoneId),
          })),
  }
}
