import { useMemo, useState } from 'react'
import { areCrowded, deskSize } from './desk-geometry.ts'
import type { Desk } from './floor-place.ts'

/**
 * The width of the desks of a level. It stays as it was when the level was opened while desks are moved, added and removed, unless
 * many would lie on each other.
 */
export const useDeskSize = (levelId: string, desks: readonly Desk[]): number => {
  // One desk says nothing about how far apart they are.
  const isKnown = desks.length > 1
  const [kept, keep] = useState({ levelId, isKnown: false, size: 0 })
  const isKept = kept.levelId === levelId && kept.isKnown
  const size = useMemo(() => (isKept && !areCrowded(desks, kept.size) ? kept.size : deskSize(desks)), [desks, isKept, kept.size])
  if (kept.levelId !== levelId || kept.isKnown !== isKnown || kept.size !== size) keep({ levelId, isKnown, size })
  return size
}
