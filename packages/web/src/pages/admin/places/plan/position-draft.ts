import type { Point } from '../../../../components/floor-map/floor-place.ts'

/** The desks that one step moved, with their new positions. */
export type Step = readonly (Point & { readonly placeId: string })[]

/** Unsaved positions, as steps that can be undone and redone. */
export interface Draft {
  readonly done: readonly Step[]
  readonly undone: readonly Step[]
}

export const NO_DRAFT: Draft = { done: [], undone: [] }

export type DraftAction = { readonly type: 'move'; readonly step: Step } | { readonly type: 'undo' | 'redo' | 'clear' }

export const draftReducer = ({ done, undone }: Draft, action: DraftAction): Draft => {
  if (action.type === 'clear') return NO_DRAFT
  if (action.type === 'move') return action.step.length > 0 ? { done: [...done, action.step], undone: [] } : { done, undone }
  const step = action.type === 'undo' ? done.at(-1) : undone.at(-1)
  if (!step) return { done, undone }
  return action.type === 'undo'
    ? { done: done.slice(0, -1), undone: [...undone, step] }
    : { done: [...done, step], undone: undone.slice(0, -1) }
}

interface Placed {
  readonly placeId: string
  readonly x: number | null
  readonly y: number | null
}

/** The desks at their positions in the draft. */
export const withDraft = <P extends Placed>(places: readonly P[], { done }: Draft): P[] => {
  const drafted = new Map(done.flat().map((position) => [position.placeId, position]))
  return places.map((place) => {
    const position = drafted.get(place.placeId)
    return position ? { ...place, x: position.x, y: position.y } : place
  })
}

/** The new positions of desks that differ from the stored ones. */
export const changedPositions = (places: readonly Placed[], draft: Draft): Step =>
  withDraft(places, draft).flatMap(({ placeId, x, y }, index) => {
    const stored = places[index]
    if (x === null || y === null || (stored?.x === x && stored.y === y)) return []
    return [{ placeId, x, y }]
  })
