import type { LevelLayout } from '@rollcall/contract'
import { describe, expect, it } from 'vitest'
import { aligned } from '../../src/components/floor-map/desk-geometry.ts'
import { continuedName, type DeskGrid, gridDesks, gridNames, nextName } from '../../src/pages/admin/places/plan/desk-grid.ts'
import { fittedGrid, outsideOf, startIn } from '../../src/pages/admin/places/plan/grid-fit.ts'
import {
  changeDesk,
  changesOf,
  countOfChanges,
  drawZone,
  historyOf,
  localId,
  type Plan,
  type PlanAction,
  planReducer,
} from '../../src/pages/admin/places/plan/plan-state.ts'
import {
  longestEdge,
  rectangle,
  rectangleBetween,
  withCornerAfter,
  withoutCorner,
} from '../../src/pages/admin/places/plan/zone-shapes.ts'

const desk = (placeId: string, x: number | null) => ({
  ...{ placeId, placeName: placeId, zoneId: 'z', zoneName: 'Zone' },
  ...{ x, y: x, rotation: 0 },
})
const STORED: LevelLayout = {
  levelId: 'l',
  layoutVersion: '1',
  zones: [{ zoneId: 'z', zoneName: 'Zone', zoneType: 'individual', outline: null }],
  desks: [desk('a', 1), desk('b', null)],
}
const after = (...actions: PlanAction[]) => actions.reduce(planReducer, historyOf(STORED))
const move = (placeId: string, x: number, key?: string): PlanAction => ({
  type: 'change',
  change: changeDesk(placeId, { x, y: x }),
  key,
})
const add = (placeId: string): PlanAction => ({
  type: 'change',
  change: (plan: Plan) => ({ ...plan, desks: [...plan.desks, desk(placeId, 9)] }),
})
const xOf = ({ plan }: { plan: Plan }) => plan.desks[0]?.x

describe('what is drawn on a plan', () => {
  it('is sent as what differs from the stored plan', () => {
    const drawn = rectangle({ x: 5, y: 5 }, 4, 2)
    const history = after(move('a', 2), add('new'), { type: 'change', change: drawZone('z', drawn) }, move('a', 3))
    expect(changesOf(history)).toMatchObject({
      desks: [{ placeId: 'a', x: 3, y: 3, rotation: 0 }],
      newDesks: [{ placeId: 'new', zoneId: 'z', x: 9 }],
      zones: [{ zoneId: 'z', outline: drawn }],
    })
    expect(countOfChanges(changesOf(history))).toBe(3)
    expect(changesOf(after(move('a', 2), move('a', 1)))).toBeUndefined()
  })

  it('is undone and redone step by step, presses of one key together', () => {
    expect(xOf(after(move('a', 2), move('a', 3), { type: 'undo' }))).toBe(2)
    expect(xOf(after(move('a', 2), { type: 'undo' }, { type: 'undo' }, { type: 'redo' }))).toBe(2)
    expect(xOf(after(move('a', 2, 'k'), move('a', 3, 'k'), { type: 'undo' }))).toBe(1)
    expect(after(move('a', 2), { type: 'undo' }, move('b', 1)).future).toEqual([])
  })

  it('is kept on top of what others saved meanwhile', () => {
    const theirs: LevelLayout = { ...STORED, layoutVersion: '2', desks: [desk('a', 1), desk('b', 7), desk('c', 8)] }
    const history = planReducer(after(move('a', 2), add('new')), { type: 'load', stored: theirs, keep: true })
    expect(history.plan.desks.map(({ placeId, x }) => `${placeId} ${x}`)).toEqual(['a 2', 'b 7', 'c 8', 'new 9'])
    expect(changesOf(history)?.desks).toMatchObject([{ placeId: 'a' }])
    expect(xOf(planReducer(history, { type: 'undo' }))).toBe(1)
  })

  it('while it is saved stays, on top of what is stored then', () => {
    const sent = after(move('a', 2), add('new'))
    const stored: LevelLayout = { ...STORED, layoutVersion: '2', desks: [desk('a', 2), desk('b', null), desk('new', 9)] }
    const saved = { type: 'saved', stored, plan: sent.plan } as const
    expect(planReducer(sent, saved)).toEqual(historyOf(stored))
    const history = planReducer(planReducer(sent, move('b', 5)), saved)
    expect(history.plan.desks.map(({ placeId, x }) => `${placeId} ${x}`)).toEqual(['a 2', 'b 5', 'new 9'])
    expect(changesOf(history)?.desks).toEqual([{ placeId: 'b', x: 5, y: 5, rotation: 0 }])
    expect(countOfChanges(changesOf(history))).toBe(1)
    expect(changesOf(planReducer(planReducer(sent, { type: 'undo' }), saved))).toBeUndefined()
  })

  it('gets ids that the service accepts', () => {
    expect(localId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('a grid of desks', () => {
  const grid = { columns: 2, rows: 2, spacingX: 1.5, spacingY: 3, firstName: 'D-09' }
  it('is named by rows, by columns, or there and back', () => {
    expect(gridNames({ ...grid, numbering: 'rows' })).toEqual(['D-09', 'D-10', 'D-11', 'D-12'])
    expect(gridNames({ ...grid, numbering: 'columns' })).toEqual(['D-09', 'D-11', 'D-10', 'D-12'])
    expect(gridNames({ ...grid, numbering: 'snake' })).toEqual(['D-09', 'D-10', 'D-12', 'D-11'])
    expect(gridNames({ ...grid, firstName: 'Desk', numbering: 'rows' })).toEqual([])
  })

  it('are named after the last desks of their zone, or else of the level', () => {
    const named = (zoneId: string, ...names: string[]) => names.map((placeName) => ({ placeName, zoneId }))
    expect(nextName([], 'z')).toBe('D-1')
    expect(nextName(named('z', 'D-1'), 'z')).toBe('D-2')
    expect(nextName(named('z', 'D-10', 'D-9', 'Lab 99', 'Lobby'), 'z')).toBe('D-11')
    const all = [...named('y', '2.009', '2.014', '2.013'), ...named('z', 'A7', 'A8')]
    expect([nextName(all, 'y'), nextName(all, 'z'), nextName(all, 'new')]).toEqual(['2.015', 'A9', '2.015'])
    expect(continuedName(all, { placeName: '2.009', zoneId: 'y' })).toBe('2.014')
    expect(continuedName(all, { placeName: '2.009', zoneId: 'z' })).toBe('2.009')
    expect(continuedName(all, { placeName: 'Lobby', zoneId: 'z' })).toBe('Lobby')
  })

  it('is aligned at its distances, and leaves the duplicated desk out', () => {
    const first = { zoneId: 'z', zoneName: 'Zone', rotation: 90, x: 1, y: 1 }
    const desks = gridDesks({ ...grid, numbering: 'rows' }, first, true)
    expect(desks.map(({ placeName, x, y, rotation }) => [placeName, x, y, rotation])).toEqual([
      ['D-10', 2.5, 1, 90],
      ['D-11', 1, 4, 90],
      ['D-12', 2.5, 4, 90],
    ])
  })
})

describe('a row of desks in a small zone', () => {
  const zone = rectangle({ x: 10, y: 10 }, 6, 4)
  const row = { columns: 8, rows: 1, spacingX: 2, spacingY: 2, firstName: 'D-1', numbering: 'rows' } as const
  const fit = (outline: typeof zone, grid: DeskGrid = row) => fittedGrid(grid, (next) => startIn(outline, next, []) !== undefined)

  it('is counted where it leaves the zone, and wrapped to be inside', () => {
    expect(outsideOf(zone, row, { x: 8, y: 9 })).toBe(5)
    expect(outsideOf(zone, row, { x: 20, y: 9 })).toBe(8)
    expect(outsideOf(zone, row, { x: 20, y: 9 }, true), 'the duplicated desk is not new').toBe(7)
    expect(fit(zone)).toMatchObject({ columns: 4, rows: 2, spacingX: 1.5, spacingY: 1.5 })
    expect(fit(rectangle({ x: 10, y: 10 }, 8, 4))).toMatchObject({ columns: 4, rows: 2, spacingX: 2, spacingY: 2 })
    expect(fit(zone, { ...row, columns: 7 }), 'one row or column of them is too long').toBeUndefined()
  })

  it('starts at the first place that is free, also in a zone with a corner cut off', () => {
    const pair = { ...row, columns: 2 }
    expect(startIn(zone, pair, [])).toEqual({ x: 7.75, y: 8.75 })
    expect(startIn(zone, pair, [{ x: 9.75, y: 8.75 }])).toEqual({ x: 7.75, y: 9.75 })
    const triangle = [
      { x: 0, y: 0 },
      { x: 6, y: 6 },
      { x: 0, y: 6 },
    ]
    expect(startIn(triangle, pair, [])).toEqual({ x: 0.75, y: 4.25 })
    expect(outsideOf(triangle, pair, { x: 0.75, y: 0.75 })).toBe(2)
  })
})

it('puts a desk on the line of another one that is near, and else on the grid', () => {
  const others = [
    { x: 4.2, y: 9 },
    { x: 4.4, y: 0.1 },
  ]
  expect(aligned({ x: 4.25, y: 5.6 }, others)).toEqual({ x: 4.2, y: 5.5 })
  expect(aligned({ x: 4.71, y: 0.41 }, others)).toEqual({ x: 4.5, y: 0.5 })
})

it('draws a rectangle from any corner to the opposite one, unless it was a click', () => {
  const drawn = rectangle({ x: 8, y: 7.5 }, 2, 3)
  expect(rectangleBetween({ x: 7, y: 6 }, { x: 9.2, y: 8.9 })).toEqual(drawn)
  expect(rectangleBetween({ x: 9.2, y: 6 }, { x: 7, y: 8.9 })).toEqual(drawn)
  expect(rectangleBetween({ x: 1, y: 1 }, { x: 1.3, y: 5 })).toBeUndefined()
})

it('adds and removes corners of an outline, down to three', () => {
  const outline = rectangle({ x: 3, y: 2 }, 6, 4)
  expect(longestEdge(outline)).toBe(0)
  const five = withCornerAfter(outline, 0)
  expect(five[1]).toEqual({ x: 3, y: 0 })
  expect(withoutCorner(withoutCorner(withoutCorner(five, 0), 0), 0)).toHaveLength(3)
})
